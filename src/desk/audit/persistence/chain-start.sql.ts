import type { ApiReads } from '../../../platform/database/api-reads.js';
import { type ChainHead, FIRST_PREVIOUS_HASH } from '../audit-chain.js';

/** Reads rows by SQL, over whatever connection the caller has. */
export type ReadRows = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

// In SQL, since the verifier has a connection and no entities. The entry is sealed itself, behind that place. Others may
// write one, to have what is before it not verified. So it is believed only where it can be true: the seal of that place
// left with its table, and the next one is there. One that is malformed has no place.
const LAST_DETACHED = `
  SELECT after->'chainEnd' AS "chainEnd" FROM audit_entries
  CROSS JOIN LATERAL (
    SELECT CASE WHEN after->'chainEnd'->>'hash' ~ '^[0-9a-f]{64}$' AND after->'chainEnd'->>'seq' ~ '^[0-9]{1,15}$'
      THEN (after->'chainEnd'->>'seq')::bigint END AS seq) AS place
  WHERE subject_id = 'audit_entries' AND action = 'partition.detached'
    AND NOT EXISTS (SELECT FROM audit_seals WHERE audit_seals.seq = place.seq)
    AND EXISTS (SELECT FROM audit_seals WHERE audit_seals.seq = place.seq + 1)
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
