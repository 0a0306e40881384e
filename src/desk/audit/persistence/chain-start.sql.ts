import type { Repository } from 'typeorm';
import { type ChainHead, FIRST_PREVIOUS_HASH } from '../audit-chain.js';
import type { AuditSealEntity } from './audit-seal.entity.js';

export type ReadRows = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

// Written in SQL, because the verifier has no entities. The entry that records a detachment is itself sealed after the
// position that it names. Someone could forge such an entry to exclude earlier ones from verification, so it is used
// only if it is plausible: the seal at that position is gone with its table, and the next seal exists. A malformed
// entry is ignored.
const LAST_DETACHED = `
  SELECT after->'chainEnd' AS "chainEnd" FROM audit_entries
  CROSS JOIN LATERAL (
    SELECT CASE WHEN after->'chainEnd'->>'hash' ~ '^[0-9a-f]{64}$' AND after->'chainEnd'->>'seq' ~ '^[0-9]{1,15}$'
      THEN (after->'chainEnd'->>'seq')::bigint END AS seq) AS place
  WHERE subject_id = 'audit_entries' AND action = 'partition.detached'
    AND NOT EXISTS (SELECT FROM audit_seals WHERE audit_seals.seq = place.seq)
    AND EXISTS (SELECT FROM audit_seals WHERE audit_seals.seq = place.seq + 1)
  ORDER BY occurred_at DESC LIMIT 1`;

/**
 * Returns the position before the first remaining link: the end of the last detached part of the chain, or the very
 * beginning.
 */
export async function readChainStart(read: ReadRows): Promise<ChainHead> {
  const [detached] = await read<{ chainEnd: { seq: number; hash: string } }>(LAST_DETACHED, []);
  if (!detached) return { seq: 0, hash: FIRST_PREVIOUS_HASH };
  const { seq, hash } = detached.chainEnd;
  return { seq, hash: Buffer.from(hash, 'hex') };
}

export function findChainStart(seals: Repository<AuditSealEntity>): Promise<ChainHead> {
  return readChainStart((sql, parameters) => seals.query(sql, [...parameters]));
}
