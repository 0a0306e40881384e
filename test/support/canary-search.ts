import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSystemError } from '../../dev/processes/system-error-code.js';
import type { Canary, Trace } from './canary.js';

/** A place where a canary was seen. */
export interface Finding {
  readonly canary: string;
  readonly file: string;
  readonly form: string;
  /** Of the first sight of this form in this file, in bytes. */
  readonly offset: number;
}

export interface SearchOptions {
  /** Files, and directories with all that is below them. A file of several names is searched once. */
  readonly paths: readonly string[];
  /** Names of files that may hold it. */
  readonly except?: readonly string[];
  /**
   * The files without a find, and what they were like then: those that have not changed are not read again. Filled in,
   * for the next search for the same canaries.
   */
  readonly clean?: Map<string, string>;
  /** How much is read at once; a test of this search makes it small. */
  readonly chunkBytes?: number;
}

// A megabyte: larger ones are not read any faster.
const CHUNK_BYTES = 1_048_576;

/**
 * Searches files of any size for every form of some canaries. Files that vanish meanwhile are left out.
 *
 * It blocks: a database has a thousand small files, and for each a promise would wait longer than the reading takes.
 */
export function searchFiles(
  canaries: readonly Canary[],
  { paths, except = [], clean = new Map<string, string>(), chunkBytes = CHUNK_BYTES }: SearchOptions,
): Finding[] {
  const wanted = canaries.flatMap(({ text, traces }) => traces.map((trace) => ({ canary: text, ...trace })));
  const files = new Set(paths.flatMap((path) => filesAt(path)));
  return [...files].flatMap((file) => {
    // Before it is read: what is written meanwhile is a change.
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

/** Where each trace is first seen. */
function searchFile(file: string, wanted: readonly WantedTrace[], chunkBytes: number): Finding[] {
  const descriptor = unlessGone(null, () => openSync(file, 'r'));
  if (descriptor === null) return [];
  try {
    const findings: Finding[] = [];
    let missing = wanted;
    // The first part of a trace that lies across two chunks stays in front of the second.
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
