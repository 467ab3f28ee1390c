// The state of a request on the wire (docs/requests.md#statuses).
import * as z from "zod/mini";

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.infer<typeof RequestStatus>;
