import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text below each heading of a page. */
export function sectionsOf(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0]!, part.slice(part.indexOf('\n'))]));
}

/** Reads all source files that ship, except those whose path is in `without`. */
export function readSource({ without = [] }: { readonly without?: readonly string[] } = {}): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.spec|\.fixture)\.ts$/.test(path) && !without.includes(path))
    .map((path) => readFileSync(join('src', path), 'utf8'));
}
