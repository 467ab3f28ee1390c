// How a call is described: by the schemas of the contract and the codes of its errors.
import type { z } from "zod";
import type { Role } from "../contract/auth.ts";
import type { ErrorCode } from "../errors.ts";

export interface Call {
  method: "get" | "post" | "put";
  /** As OpenAPI writes it: parameters in braces. */
  path: string;
  summary: string;
  /** Whose token it takes in `x-auth-token`; none where anybody may call. */
  role?: Role | "owner or admin";
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Success: its status, and its schema or its media type. */
  status: number;
  answer?: z.ZodType;
  media?: "text/csv";
  /** Beyond those that follow from role, body and query. */
  errors?: ErrorCode[];
}
