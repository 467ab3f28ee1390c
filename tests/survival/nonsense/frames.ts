// Frames of a WebSocket, right and wrong (RFC 6455, 5.2).
import fc from "../../support/properties.ts";

const MIB = 1024 * 1024;
const MASK = [0x12, 0x34, 0x56, 0x78];

export interface FramePlan {
  /** 1 is text, 2 bytes, 0 goes on with a message, 8 closes, 9 pings, 10 pongs. The others have no meaning. */
  opcode: number;
  isFinal: boolean;
  /** The three reserved bits. */
  reserved: number;
  /** A client has to mask. */
  isMasked: boolean;
  payload: Uint8Array;
  /** The length that the frame names, if it is another than the payload's. */
  namedLength?: number;
}

/** The frame's bytes. */
export function frameOf(plan: FramePlan): Uint8Array {
  const { opcode, isFinal, reserved, isMasked, payload, namedLength = payload.length } = plan;
  const [first, second] = [(isFinal ? 128 : 0) | reserved << 4 | opcode, isMasked ? 128 : 0];
  const head = namedLength < 126
    ? [first, second | namedLength]
    : namedLength < 65_536
    ? [first, second | 126, namedLength >> 8, namedLength & 255]
    : [first, second | 127, ...eightBytes(namedLength)];
  const mask = isMasked ? MASK : [];
  const body = isMasked ? payload.map((byte, i) => byte ^ MASK[i % 4]!) : payload;
  return joined([...head, ...mask], body);
}

const right = { isFinal: true, reserved: 0, isMasked: true };
const text = (value: string) => new TextEncoder().encode(value);
const closeWith = (code: number, why = "") =>
  Uint8Array.from([code >> 8, code & 255, ...text(why)]);

/** Messages that a program of ours, or a wrong one, could send. */
const SPECIAL: FramePlan[][] = [
  [{ ...right, opcode: 1, payload: text("hello") }],
  [{ ...right, opcode: 2, payload: text("hello") }],
  [{ ...right, opcode: 1, payload: Uint8Array.of(0xff, 0xfe, 0xc0) }],
  [{ ...right, opcode: 1, payload: new Uint8Array(5 * MIB).fill(97) }],
  [{ ...right, opcode: 2, payload: new Uint8Array(5 * MIB) }],
  [{ ...right, opcode: 1, payload: new Uint8Array(5 * MIB).fill(0xff) }],
  [{ ...right, opcode: 2, payload: new Uint8Array(8), namedLength: 2 ** 40 }],
  [{ ...right, opcode: 2, payload: new Uint8Array(8), namedLength: 2 ** 52 }],
  [{ ...right, opcode: 9, payload: new Uint8Array(126) }],
  [{ ...right, opcode: 9, payload: new Uint8Array(125) }, {
    ...right,
    opcode: 10,
    payload: text("x"),
  }],
  [{ ...right, opcode: 0, payload: text("goes on with nothing") }],
  Array.from({ length: 1000 }, (_, i) => ({
    ...right,
    opcode: i === 0 ? 1 : 0,
    isFinal: i === 999,
    payload: text("x"),
  })),
  Array.from({ length: 500 }, () => ({ ...right, opcode: 9, payload: text("ping") })),
  ...[0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 5000, 65_535]
    .map((code) => [{ ...right, opcode: 8, payload: closeWith(code) }]),
  [{ ...right, opcode: 8, payload: Uint8Array.of(3) }],
  [{ ...right, opcode: 8, payload: Uint8Array.of(3, 232, 0xff, 0xfe) }],
  [{ ...right, opcode: 8, payload: closeWith(1000, "x".repeat(124)) }],
  [{ ...right, opcode: 8, isFinal: false, payload: closeWith(1000) }],
];

/** What one connection sends: frames, or bytes that are none. */
export const frames: fc.Arbitrary<Uint8Array[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SPECIAL).map((all) => all.map(frameOf)) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.record<FramePlan>({
        opcode: fc.oneof(fc.constantFrom(0, 1, 2, 8, 9, 10), fc.nat(15)),
        isFinal: fc.boolean(),
        reserved: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(7)),
        isMasked: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
        payload: fc.uint8Array({ maxLength: 200 }),
        namedLength: fc.option(fc.nat(70_000), { nil: undefined, freq: 8 }),
      }).map(frameOf),
      { minLength: 1, maxLength: 6 },
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 3 }) },
);

function eightBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length));
  return bytes;
}

function joined(head: number[], body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}
