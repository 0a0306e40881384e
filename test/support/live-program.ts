import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(__dirname, '..', '..');

const QUERY = `subscription ($after: String) {
  payoutStatusChanged(after: $after) { cursor to payout { id status } }
}`;

/** Returns the code in docs/calling.md for a client that reconnects. */
function recipe(): string {
  const [, code] =
    /```js\n(import \{ createClient \}[\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/calling.md'), 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/calling.md has no recipe');
  return code;
}

/** A caller's program in its own process. It follows payouts by the documented recipe. */
export class LiveProgram {
  readonly cursors: string[] = [];
  readonly #process: ChildProcess;

  /**
   * @param client a file of `test/support/stock-clients/`
   * @param url URL of Purser, or of a proxy in front of it
   */
  constructor(
    client: 'graphql-ws' | 'urql' | 'apollo',
    { url, apiKey, after }: { readonly url: string; readonly apiKey: string; readonly after: string },
  ) {
    const options = JSON.stringify({ query: QUERY, after });
    const program = [
      // Node has its own WebSocket since version 22.
      `import WebSocket from 'ws'; globalThis.WebSocket ??= WebSocket;`,
      recipe(),
      `import { start } from './test/support/stock-clients/${client}.mjs';`,
      `start(follow, ${options}, ({ cursor }) => console.log(cursor));`,
    ].join('\n');
    this.#process = spawn(process.execPath, ['--input-type=module'], {
      cwd: ROOT,
      env: { ...process.env, PURSER_URL: `${url.replace(/^http/, 'ws')}/graphql`, API_KEY: apiKey },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdin, stdout } = this.#process;
    if (!stdin || !stdout) throw new Error('A program without pipes');
    stdin.end(program);
    createInterface({ input: stdout }).on('line', (line) => this.cursors.push(line));
  }

  /** Suspends the program, like a laptop that goes to sleep. */
  sleep(): void {
    this.#process.kill('SIGSTOP');
  }

  wake(): void {
    this.#process.kill('SIGCONT');
  }

  stop(): void {
    this.#process.kill('SIGKILL');
  }
}
