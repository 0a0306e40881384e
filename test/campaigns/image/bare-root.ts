import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImagePlan } from '../../support/dockerfile.js';
import { inCheckout } from '../../support/dockerfile.js';

// The user id of `nonroot` in distroless images.
const NOBODY = '65532';

// Runs a program with the folder as its read-only root. `user` drops root's privileges. It is empty if we are not root,
// because the program is then root only within its own user namespace.
const ENTER = `folder=$0 work=$1 user=$2 && shift 2 &&
  mount --bind "$folder" "$folder" && mount -t proc proc "$folder/proc" && mount --rbind /dev "$folder/dev" &&
  mount -o remount,bind,ro "$folder" &&
  exec unshare --root="$folder" --wd="$work" $user -- "$@"`;

const isRoot = (): boolean => process.getuid?.() === 0;

export interface Finished {
  readonly exitCode: number | null;
  readonly output: string;
}

export interface Running {
  /** The program's process id on this machine. */
  readonly pid: () => number;
  readonly exited: Promise<Finished>;
  readonly stop: () => void;
}

/**
 * The image's files in a folder, with this machine's libraries in place of the base image. Programs run as in a
 * container: they see nothing else, have no privileges, and cannot write anywhere.
 */
export class BareRoot {
  constructor(
    private readonly folder: string,
    private readonly plan: ImagePlan,
    checkout: string,
  ) {
    const put = (from: string, to: string): void => {
      mkdirSync(join(folder, dirname(to)), { recursive: true });
      cpSync(from, join(folder, to), { recursive: true, dereference: true });
    };
    for (const { from, to } of plan.copies) {
      const path = inCheckout(from);
      // Node is the only file that comes from another image.
      put(path === null ? realpathSync(process.execPath) : join(checkout, path), to);
    }
    for (const library of librariesOf(process.execPath)) put(library, library);
    for (const mount of ['proc', 'dev']) mkdirSync(join(folder, mount), { recursive: true });
    chmodSync(folder, 0o755);
  }

  get megabytes(): number {
    return Number(execFileSync('du', ['-sm', this.folder], { encoding: 'utf8' }).split('\t')[0]);
  }

  run(command: readonly string[], environment: NodeJS.ProcessEnv): Running {
    const [program, ...args] = command;
    const child = spawn(
      'unshare',
      [
        ...(isRoot() ? [] : ['--user', '--map-root-user']),
        ...['--mount', '--pid', '--fork', '--kill-child=SIGTERM', 'sh', '-c', ENTER, this.folder],
        ...[this.plan.workingDirectory, isRoot() ? `--setgid=${NOBODY} --setuid=${NOBODY}` : ''],
        ...[`/usr/local/bin/${program!}`, ...args],
      ],
      {
        env: { PATH: process.env['PATH'], ...this.plan.environment, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    return {
      pid: () => programUnder(child.pid!),
      exited: new Promise((resolve) => {
        child.once('close', (exitCode) => {
          resolve({ exitCode, output });
        });
      }),
      stop: () => {
        process.kill(programUnder(child.pid!), 'SIGTERM');
      },
    };
  }
}

/** Returns the only child of `unshare`, which is the program. */
function programUnder(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

function librariesOf(program: string): string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}
