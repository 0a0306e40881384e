import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { ANCHOR_EVENT } from './audit-chain.js';
import type { Anchors } from './audit-chain-verifier.js';

const anchorLine = z.object({
  event: z.literal(ANCHOR_EVENT),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Reads the anchors from an anchor file, or from a log, whose lines may have a prefix before the JSON. */
export async function readAnchors(path: string): Promise<Anchors> {
  const anchors = new Map<number, Set<string>>();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    // Skips the other lines of a log without parsing them.
    if (!line.includes(ANCHOR_EVENT)) continue;
    const anchor = anchorLine.safeParse(readJson(line.slice(line.indexOf('{'))));
    if (!anchor.success) continue;
    const { seq, hash } = anchor.data;
    const known = anchors.get(seq);
    if (known) known.add(hash);
    else anchors.set(seq, new Set([hash]));
  }
  return anchors;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
