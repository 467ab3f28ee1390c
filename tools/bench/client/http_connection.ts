// One connection that is kept open, and as little work for each answer as possible: the load generator shares the
// machine with the server that it measures.

const BUFFER_BYTES = 256 * 1024;
/** Longer than the head of any answer here. */
const HEAD_BYTES = 4096;
const CHUNKED_END = [13, 10, 48, 13, 10, 13, 10];

const latin1 = new TextDecoder("latin1");

export interface HttpConnection {
  /** Sends the request and returns the answer's status once the whole answer is here. */
  send(request: Uint8Array<ArrayBuffer>): Promise<number>;
  /** The bytes of the last answer, its head included. */
  readonly answerBytes: number;
  close(): void;
}

export async function connectHttp(port: number): Promise<HttpConnection> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay();
  const buffer = new Uint8Array(BUFFER_BYTES);
  let answerBytes = 0;

  /** Reads once more behind the `length` bytes that are here. */
  async function read(length: number): Promise<number> {
    const count = await connection.read(buffer.subarray(length));
    if (count === null) throw new Error("Cannot read the answer: the server closed the connection");
    return length + count;
  }

  return {
    async send(request) {
      await write(connection, request);
      let length = 0;
      let headEnd = -1;
      let head = "";
      while (headEnd < 0) {
        length = await read(length);
        head = latin1.decode(buffer.subarray(0, Math.min(length, HEAD_BYTES)));
        headEnd = head.indexOf("\r\n\r\n");
      }
      head = head.slice(0, headEnd).toLowerCase();
      const contentLength = /\r\ncontent-length: (\d+)/.exec(head);
      const isWhole = contentLength
        ? () => length >= headEnd + 4 + Number(contentLength[1])
        : () => CHUNKED_END.every((byte, i) => buffer[length - CHUNKED_END.length + i] === byte);
      while (!isWhole()) length = await read(length);
      answerBytes = length;
      return Number(head.slice(9, 12));
    },
    get answerBytes() {
      return answerBytes;
    },
    close: () => connection.close(),
  };
}

export async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
