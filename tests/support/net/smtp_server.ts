// A real SMTP server on a free port that keeps what it receives and refuses on command.
import { SMTPServer } from "smtp-server";
import { freePort } from "../start/free_port.ts";

interface ReceivedMail {
  recipients: string[];
  /** The message as it came over the wire. */
  source: string;
  /** Whether it came through TLS. */
  secure: boolean;
}

interface TestSmtpServer extends AsyncDisposable {
  url: string;
  received: ReceivedMail[];
  /** While set, every message is refused with it. */
  refusal: string | undefined;
}

/**
 * Starts the server, on a free port by default. With `startTls` it offers STARTTLS, with the self-signed certificate of
 * its package.
 */
export async function smtpServer(
  port = freePort(),
  { startTls = false } = {},
): Promise<TestSmtpServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: startTls ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    async onData(stream, session, answer) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      if (kept.refusal) return answer(new Error(kept.refusal));
      kept.received.push({
        recipients: session.envelope.rcptTo.map((to) => to.address),
        secure: session.secure,
        source: new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer()),
      });
      answer();
    },
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.on("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await listening;
  // Under Deno 2.5 a socket that the other side has closed may never say so: nothing would be left to wait for,
  // and the runtime ends the test's file there, without a word of the tests that were to come.
  const awake = setInterval(() => {}, 1000);
  const kept: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    refusal: undefined,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(done));
      clearInterval(awake);
    },
  };
  return kept;
}

/** The two halves of a message, decoded (RFC 2045, 6.7: quoted-printable). */
export function partsOf({ source }: ReceivedMail): { text: string; html: string; headers: string } {
  const headers = source.slice(0, source.indexOf("\r\n\r\n"));
  const boundary = headers.match(/boundary="([^"]+)"/)![1]!;
  const [text = "", html = ""] = source.split(`--${boundary}`).slice(1, 3).map((part) =>
    decode(part.slice(part.indexOf("\r\n\r\n") + 4))
  );
  return { headers, text, html };
}

function decode(text: string): string {
  const bytes = text.replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
}
