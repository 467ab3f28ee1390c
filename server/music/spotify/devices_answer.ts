// Checks Spotify's list of devices. A device without the expected fields is left out; any other misfit is an error.
import { z } from "zod";
import type { Device } from "../device.ts";

const DeviceAnswer = z.object({
  id: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  is_restricted: z.boolean(),
});

const DevicesAnswer = z.object({ devices: z.array(z.unknown()) });

/** A device as Spotify describes it, without the owner's choice. */
export type SpotifyDevice = Omit<Device, "isChosen">;

/** Reads the devices that have an id; an order can name no other. @throws ZodError */
export function readDevices(answer: unknown): SpotifyDevice[] {
  return DevicesAnswer.parse(answer).devices.flatMap((item) => {
    const { data: d } = DeviceAnswer.safeParse(item);
    return d
      ? [{ id: d.id, name: d.name, isActive: d.is_active, isRestricted: d.is_restricted }]
      : [];
  });
}
