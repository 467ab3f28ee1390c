// The built product as a process whose engine tells what it has loaded, what it allocates and what it keeps: counts that
// a busy machine does not change. https://chromedevtools.github.io/devtools-protocol/v8/
import { inTime, until } from "../support/time/until.ts";
import { buildProduct } from "../support/start/built.ts";
import { freePort } from "../support/start/free_port.ts";
import { PROGRAM, spawnServer, UNLIMITED } from "../support/start/server_process.ts";
import { answering } from "../support/start/sqld.ts";

/**
 * Without compilers that optimize, a call allocates the same the first time as the hundredth. Nothing is collected before
 * it is asked for, as long as less than 64 MB were allocated, and no code that was compiled is forgotten then.
 */
const COUNTABLE = [
  ...["--no-opt", "--no-maglev", "--no-sparkplug", "--no-flush-bytecode"],
  ...["--min-semi-space-size=64", "--max-semi-space-size=64"],
];

/** A script that was loaded, and the characters of its source. */
interface Script {
  url: string;
  length: number;
}

export interface InspectedServer extends AsyncDisposable {
  port: number;
  /** What was loaded until the first answer, in order. */
  scripts: Script[];
  /** Bytes of all objects, also of those that nothing uses any more. */
  heap(): Promise<number>;
  /** Bytes of the objects that are in use: collects the others. */
  retained(): Promise<number>;
}

/** Starts the product on `dataDir`; it is ready at its first answer. */
export async function startInspected(dataDir: string): Promise<InspectedServer> {
  await buildProduct();
  const [port, inspectorPort] = [freePort(), freePort()];
  const [run, ...rest] = PROGRAM;
  const server = spawnServer(
    { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: String(port), ...UNLIMITED },
    {
      command: [
        run!,
        `--inspect-wait=127.0.0.1:${inspectorPort}`,
        `--v8-flags=${COUNTABLE}`,
        ...rest,
      ],
    },
  );
  const inspector = await inspect(inspectorPort);
  const scripts: Script[] = [];
  inspector.onScript = (script) => scripts.push(script);
  await inspector.post("Debugger.enable");
  await inspector.post("Runtime.runIfWaitingForDebugger");
  await answering(`http://127.0.0.1:${port}/healthz`, server.ended);
  await inspector.post("Debugger.disable");
  return {
    port,
    scripts: scripts.slice(),
    heap: async () => (await statistics()).used_heap_size,
    async retained() {
      // What is freed at the end of a collection is collected by the next one.
      for (let i = 0; i < 2; i++) await inspector.post("HeapProfiler.collectGarbage");
      return (await statistics()).used_heap_size;
    },
    async [Symbol.asyncDispose]() {
      await inspector.close();
      await server.kill();
    },
  };

  async function statistics(): Promise<{ used_heap_size: number }> {
    const expression = `JSON.stringify(process.getBuiltinModule("v8").getHeapStatistics())`;
    const { result } = await inspector.post("Runtime.evaluate", { expression });
    return JSON.parse(result.value);
  }
}

interface Inspector {
  onScript: (script: Script) => void;
  // The protocol's answers differ from method to method.
  // deno-lint-ignore no-explicit-any
  post(method: string, params?: object): Promise<any>;
  close(): Promise<void>;
}

async function inspect(port: number): Promise<Inspector> {
  let address: string | undefined;
  await until(async () => {
    address = await addressAt(port);
    return address !== undefined;
  });
  const socket = new WebSocket(address!);
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const inspector: Inspector = {
    onScript() {},
    post(method, params = {}) {
      const answer = Promise.withResolvers<unknown>();
      waiting.set(++last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      return inTime(answer.promise, method);
    },
    async close() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
  socket.onmessage = ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(data);
    if (method === "Debugger.scriptParsed") inspector.onScript(params);
    const answer = waiting.get(id);
    waiting.delete(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  };
  return inspector;
}

/** Returns the address at which the inspector listens, or undefined if it does not listen yet. */
async function addressAt(port: number): Promise<string | undefined> {
  try {
    const [target] = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    return target?.webSocketDebuggerUrl;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

async function once(socket: WebSocket, event: "open" | "close"): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  socket.addEventListener(event, resolve, { once: true });
  await inTime(promise, `the inspector's ${event}`);
}
