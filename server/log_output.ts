// Writes the log's lines to standard output.

export interface LogOutput {
  /** Writes the line before it returns, so that the last lines before an exit are not lost. */
  write(line: string): void;
  /**
   * Writes the line at the end of this turn of the event loop, with all others of it: under load the system call
   * takes longer than making the line. A process that is killed loses the lines of one turn.
   */
  writeSoon(line: string): void;
}

export function createLogOutput(): LogOutput {
  const encoder = new TextEncoder();
  let waiting = "";

  function writeWaiting(): void {
    let bytes = encoder.encode(waiting);
    waiting = "";
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  }

  addEventListener("unload", writeWaiting);
  return {
    write(line) {
      waiting += line;
      writeWaiting();
    },
    writeSoon(line) {
      if (waiting === "") setImmediate(writeWaiting);
      waiting += line;
    },
  };
}
