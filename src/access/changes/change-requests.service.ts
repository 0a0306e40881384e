import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CurrentAuthority } from '../authority/current-authority.js';
import { ChangeRecordsService } from './change-records.service.js';
import { type ChangeContent, type ChangeKind, type ChangeRequest, hashContent } from './domain/change-request.js';
import { kindsSeenWith } from './domain/change-scopes.js';
import { proposalRefusal, type ProposeRefusalCode } from './domain/proposal-rules.js';
import { ChangeRequestsRepository, type ChangeSubject } from './persistence/change-requests.repository.js';
import type { Refusal } from '../../common/refusal.js';

export interface Proposal extends Omit<ChangeContent, 'id'> {
  /** The account that the change is about; absent if it is about all accounts. */
  readonly accountId?: string;
}

export type ProposeResult =
  | { readonly kind: 'proposed'; readonly request: ChangeRequest }
  | ({ readonly kind: 'refused' } & Refusal<ProposeRefusalCode>);

/** Change requests: one person proposes a change, and another confirms exactly what was stored. */
@Injectable()
export class ChangeRequestsService {
  constructor(
    private readonly requests: ChangeRequestsRepository,
    private readonly records: ChangeRecordsService,
    private readonly authority: CurrentAuthority,
  ) {}

  async listOpen(
    scopes: ReadonlySet<string>,
    { kinds, subject }: { readonly kinds: readonly ChangeKind[] | null; readonly subject: string | null },
  ): Promise<ChangeRequest[]> {
    const seen = kindsSeenWith(scopes).filter((kind) => kinds === null || kinds.includes(kind));
    return this.requests.listOpen(seen, subject);
  }

  async findSeen(id: string, scopes: ReadonlySet<string>): Promise<ChangeRequest | null> {
    const request = await this.requests.show(id);
    return request && kindsSeenWith(scopes).includes(request.kind) ? request : null;
  }

  async findOpenBySubjects(kind: ChangeKind, subjects: readonly string[]): Promise<ChangeRequest[]> {
    return this.requests.findOpenBySubjects(kind, subjects);
  }

  /**
   * Stores a proposal. If the same person has an open proposal for the same subject, returns it if it is identical, and
   * replaces it otherwise.
   */
  async propose(tx: Transaction, { accountId, ...proposal }: Proposal): Promise<ProposeResult> {
    await this.authority.assertHeld(tx);
    const open = await this.requests.lockOpen(tx, proposal);
    if (open?.status === 'PENDING') {
      const refusal = proposalRefusal(open, proposal.proposedBy);
      if (refusal) return { kind: 'refused', ...refusal };
      const isSame = isDeepStrictEqual([open.content, open.reason], [proposal.content, proposal.reason]);
      if (isSame) return { kind: 'proposed', request: open };
      await this.requests.close(tx, open.id, { as: 'REPLACED', by: proposal.proposedBy });
    } else if (open) {
      await this.requests.close(tx, open.id, { as: 'EXPIRED', by: null });
    }
    const content = { ...proposal, id: newId() };
    await this.requests.insert(tx, { ...content, accountId: accountId ?? null, contentHash: hashContent(content) });
    const request = await this.requests.find(tx, content.id);
    if (!request) throw new Error(`Change request ${content.id} was inserted and is not there`);
    await this.records.write(tx, 'proposed', request);
    return { kind: 'proposed', request };
  }

  /** Closes the change request about a subject that no longer needs it. */
  async drop(tx: Transaction, subject: ChangeSubject): Promise<void> {
    await this.requests.close(tx, subject, { as: 'EXPIRED', by: null });
  }
}
