// /api/cafes, /api/requests and /api/realtime, described.
import { z } from "zod";
import { MsgAnswer } from "../contract/auth.ts";
import { OwnCafe, Profile, PublicCafe } from "../contract/cafes.ts";
import {
  Decision,
  OwnRequests,
  SongRequest,
  SongRequestDraft,
  SongRequests,
} from "../contract/requests.ts";
import type { Call } from "./call.ts";

const OwnerQuery = z.object({ ownerId: z.string().min(1).max(64) });

export const REQUEST_CALLS: Call[] = [
  {
    method: "get",
    path: "/api/cafes/{cafeId}",
    summary: "A cafe's name and owner, for its public page",
    status: 200,
    answer: PublicCafe,
    errors: ["cafe_not_found"],
  },
  {
    method: "get",
    path: "/api/cafes/me",
    summary: "The owner's cafe with its bank details and share link",
    role: "owner",
    status: 200,
    answer: OwnCafe,
    errors: ["cafe_not_found"],
  },
  {
    method: "post",
    path: "/api/cafes",
    summary: "Updates the owner's cafe; an IBAN is empty or a valid Turkish one",
    role: "owner",
    body: Profile,
    status: 200,
    answer: OwnCafe,
  },
  {
    method: "get",
    path: "/api/requests",
    summary: "The owner's pending and approved requests, oldest first",
    role: "owner",
    status: 200,
    answer: SongRequests,
  },
  {
    method: "post",
    path: "/api/requests",
    summary:
      "A guest asks for a song. `Idempotency-Key` makes a repeated call safe for 24 hours; tips are numbers in TL",
    body: SongRequestDraft,
    status: 201,
    answer: SongRequest,
    errors: ["cafe_not_found", "too_many_pending", "idempotency_key_reused", "rate_limited"],
  },
  {
    method: "put",
    path: "/api/requests/{id}",
    summary: "Approves or rejects a pending request, or takes an approved one out of the queue",
    role: "owner",
    body: Decision,
    status: 200,
    answer: SongRequest,
    errors: ["request_not_found", "request_settled"],
  },
  {
    method: "post",
    path: "/api/requests/play-next",
    summary: "Sends the first song of the queue to the player; its tip is earned",
    role: "owner",
    status: 200,
    answer: MsgAnswer,
    errors: [
      "queue_empty",
      "music_not_connected",
      "play_under_way",
      "music_unavailable",
      "music_no_device",
      "music_choose_device",
      "music_premium_required",
      "music_restricted",
      "music_busy",
    ],
  },
  {
    method: "get",
    path: "/api/requests/queue/{ownerId}",
    summary: "The approved queue: highest tip first, then earliest",
    status: 200,
    answer: SongRequests,
    errors: ["cafe_not_found"],
  },
  {
    method: "get",
    path: "/api/requests/mine",
    summary: "What this guest, known by a cookie, asked for here in the last 12 hours",
    query: OwnerQuery,
    status: 200,
    answer: OwnRequests,
  },
  {
    method: "get",
    path: "/api/realtime",
    summary: "Upgrades to a WebSocket that says when the owner's requests have changed (RoomEvent)",
    query: OwnerQuery,
    status: 101,
    errors: ["cafe_not_found", "origin_refused"],
  },
];
