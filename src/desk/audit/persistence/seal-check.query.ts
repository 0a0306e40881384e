import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { selectPlain } from '../../../platform/database/query-parts.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import { type ChainHead, hashEntry, SEALED_CONTENT_COLUMNS, type SealedContent } from '../audit-chain.js';
import { AuditSealEntity } from './audit-seal.entity.js';
import { findChainStart } from './chain-start.sql.js';

interface CheckedSeal extends SealedContent {
  readonly seq: string;
  readonly hash: Buffer;
  /** Null for the first remaining seal, and if the previous seal is missing. */
  readonly previousHash: Buffer | null;
}

/** Recomputes single seals. Only anchors can reveal that the chain was shortened or forged as a whole. */
@Injectable()
export class SealCheckQuery {
  readonly #bySeq: BatchLoader<boolean | null, number>;

  constructor(@InjectRepository(AuditSealEntity, READS) private readonly seals: Repository<AuditSealEntity>) {
    this.#bySeq = new BatchLoader(async (seqs) => {
      const seals = await this.read(seqs);
      const isAnyFirst = seals.some(({ previousHash }) => previousHash === null);
      const start = isAnyFirst ? await findChainStart(this.seals) : null;
      const bySeq = new Map(seals.map((seal) => [Number(seal.seq), seal]));
      return seqs.map((seq) => {
        const seal = bySeq.get(seq);
        return seal !== undefined && isIntact(seal, start);
      });
    });
  }

  /** Whether the entry and the previous hash still result in the stored seal; null if the previous hash is detached. */
  isIntact(seq: number): Promise<boolean | null> {
    return this.#bySeq.load(seq);
  }

  private read(seqs: readonly number[]): Promise<CheckedSeal[]> {
    return selectPlain(this.seals, 'seal')
      .select(`seal.seq, seal.hash, previous.hash AS "previousHash", ${SEALED_CONTENT_COLUMNS}`)
      .innerJoin('(TABLE audit_entries)', 'entry', 'entry.id = seal.entry_id')
      .leftJoin('(TABLE audit_seals)', 'previous', 'previous.seq = seal.seq - 1')
      .where('seal.seq = ANY(:seqs)', { seqs: [...seqs] })
      .getRawMany();
  }
}

function isIntact({ seq, hash, previousHash, ...entry }: CheckedSeal, start: ChainHead | null): boolean | null {
  // Entries of the first minutes of a month may be sealed before the last detached ones, so their previous hash is
  // gone.
  if (previousHash === null && start && Number(seq) <= start.seq) return null;
  const previous = previousHash ?? (start?.seq === Number(seq) - 1 ? start.hash : null);
  return previous !== null && hashEntry(previous, Number(seq), entry).equals(hash);
}
