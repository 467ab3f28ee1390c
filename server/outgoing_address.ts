// Which of this machine's addresses leads out. The system's routes decide it.
import type { Socket } from "node:dgram";
import { waitAtMost } from "./deadline.ts";

/** The group of all hosts in a network. Every machine is in it without saying so, and no router passes it on. */
const ALL_HOSTS = "224.0.0.1";
/** It takes a millisecond, unless a firewall drops it. */
const TIMEOUT_MS = 250;

/**
 * The IPv4 address from which the system sends what is for no network in particular, or undefined if it has no route or
 * does not say. An empty datagram that this machine also sends to itself tells it by its sender: in Deno 2.9 a UDP
 * socket that is connected does not know its own address.
 */
export async function outgoingAddress(): Promise<string | undefined> {
  try {
    const { createSocket } = await import("node:dgram");
    const socket = createSocket("udp4");
    try {
      return await waitAtMost(TIMEOUT_MS, senderOfOwn(socket), () => new Error("No answer"));
    } finally {
      await new Promise<void>((resolve) => socket.close(resolve));
    }
  } catch {
    return undefined;
  }
}

function senderOfOwn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (_, sender) => resolve(sender.address));
    socket.bind(0, () => {
      try {
        socket.addMembership(ALL_HOSTS);
        socket.send("", socket.address().port, ALL_HOSTS, (error) => error && reject(error));
      } catch (error) {
        reject(error);
      }
    });
  });
}
