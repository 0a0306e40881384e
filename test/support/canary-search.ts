import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSystemError } from '../../dev/processes/system-error-code.js';
import type { Canary, Trace } from './canary.js';

/** A place where a canary was found. */
export interface Finding {
  readonly canary: string;
  readonly file: string;
  readonly form: string;
  /** Offset in bytes of the first occurrence of this form in the file. */
  readonly offset: number;
}

export interface SearchOptions {
  /** Files and directories to search, including everything below them. A file with several names is searched once. */
  readonly paths: readonly string[];
  /** Names of files that may contain the canaries. */
  readonly except?: readonly string[];
  /**
   * Files without a finding, each with its state at the time. Unchanged files are skipped. The search adds to this map,
   * for the next search for the same canaries.
   */
  readonly clean?: Map<string, string>;
  /** Size of one read. Tests of this search make it small. */
  readonly chunkBytes?: number;
}

// A megabyte: larger reads are not faster.
const CHUNK_BYTES = 1_048_576;

/**
 * Searches files of any size for every form of some canaries. Skips files that vanish meanwhile.
 *
 * It blocks: a database has a thousand small files, and a promise for each would cost more than the read.
 */
export function searchFiles(
  canaries: readonly Canary[],
  { paths, except = [], clean = new Map<string, string>(), chunkBytes = CHUNK_BYTES }: SearchOptions,
): Finding[] {
  const wanted = canaries.flatMap(({ text, traces }) => traces.map((trace) => ({ canary: text, ...trace })));
  const files = new Set(paths.flatMap((path) => filesAt(path)));
  return [...files].flatMap((file) => {
    // Read before the file, so that a write in the meantime counts as a change.
    const state = stateOf(file);
    if (except.includes(basename(file)) || clean.get(file) === state) return [];
    const findings = searchFile(file, wanted, chunkBytes);
    if (findings.length === 0) clean.set(file, state);
    return findings;
  });
}

function stateOf(file: string): string {
  const state = unlessGone(null, () => statSync(file, { bigint: true }));
  return state === null ? 'gone' : `${state.ino} ${state.size} ${state.mtimeNs}`;
}

interface WantedTrace extends Trace {
  readonly canary: string;
}

function filesAt(path: string): string[] {
  return unlessGone([], () => {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? filesBelow(real) : [real];
  });
}

function filesBelow(directory: string): string[] {
  const entries = unlessGone([], () => readdirSync(directory, { withFileTypes: true }));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isSymbolicLink()) return filesAt(path);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Returns the first occurrence of each trace. */
function searchFile(file: string, wanted: readonly WantedTrace[], chunkBytes: number): Finding[] {
  const descriptor = unlessGone(null, () => openSync(file, 'r'));
  if (descriptor === null) return [];
  try {
    const findings: Finding[] = [];
    let missing = wanted;
    // The first part of a trace that crosses two chunks is kept in front of the second.
    const overlap = Math.max(...wanted.map(({ bytes }) => bytes.length)) - 1;
    const window = Buffer.alloc(overlap + chunkBytes);
    let kept = 0;
    let position = 0;
    for (;;) {
      const bytesRead = readSync(descriptor, window, kept, chunkBytes, position);
      if (bytesRead === 0) return findings;
      const content = window.subarray(0, kept + bytesRead);
      const start = position - kept;
      missing = missing.filter(({ canary, form, bytes }) => {
        const at = content.indexOf(bytes);
        if (at >= 0) findings.push({ canary, file, form, offset: start + at });
        return at < 0;
      });
      position += bytesRead;
      kept = Math.min(overlap, content.length);
      window.copyWithin(0, content.length - kept, content.length);
    }
  } finally {
    closeSync(descriptor);
  }
}

function unlessGone<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return otherwise;
    throw error;
  }
}
