import type { ApiReads } from '../../database/api-reads.js';
import { type ChainHead, FIRST_PREVIOUS_HASH } from '../audit-chain.js';

/** Reads rows by SQL, over whatever connection the caller has. */
export type ReadRows = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

// In SQL, since the verifier has a connection and no entities. The entry is sealed itself, behind that place. The last seal
// of what was detached left with it: where it is still there, somebody wrote the entry to have what is before not verified.
const LAST_DETACHED = `
  SELECT after->'chainEnd' AS "chainEnd" FROM audit_entries
  WHERE subject_id = 'audit_entries' AND action = 'partition.detached' AND after ? 'chainEnd'
    AND NOT EXISTS (SELECT FROM audit_seals WHERE seq = (after->'chainEnd'->>'seq')::bigint)
  ORDER BY occurred_at DESC LIMIT 1`;

/** The place before the first link that is left: the end of the chain that was detached last, or before the first entry. */
export async function readChainStart(read: ReadRows): Promise<ChainHead> {
  const [detached] = await read<{ chainEnd: { seq: number; hash: string } }>(LAST_DETACHED, []);
  if (!detached) return { seq: 0, hash: FIRST_PREVIOUS_HASH };
  const { seq, hash } = detached.chainEnd;
  return { seq, hash: Buffer.from(hash, 'hex') };
}

export function findChainStart(reads: ApiReads): Promise<ChainHead> {
  return readChainStart((sql, parameters) => reads.query(sql, [...parameters]));
}
