import { Injectable } from '@nestjs/common';
import { PersonSearchService } from '../../desk/personal-data/person-search.service.js';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import type { PayoutCriteria } from '../core/persistence/payouts-page.query.js';
import { RecipientVault } from './recipient-vault.js';

/** Lets people compare recipients with values that they enter. Each comparison confirms or refutes a guess. */
@Injectable()
export class RecipientSearchService {
  constructor(
    private readonly vault: RecipientVault,
    private readonly searches: PersonSearchService,
  ) {}

  /**
   * Records a search, and returns the keyed hash to search by.
   * @throws AccessRefusedError RATE_LIMITED
   * @throws GraphQLError BAD_USER_INPUT if the operation already searched for a person
   */
  async begin(requisites: string, context: GraphqlContext): Promise<Buffer> {
    const hash = this.vault.requisitesHash(requisites);
    const searched = { action: 'payout_recipient.searched', subjectType: 'PAYOUT', named: 'requisitesHash', hash };
    await this.searches.begin(context, { ...searched, field: ['filter', 'recipient'] });
    return hash;
  }

  /** Like `begin`, for the user id of a recipient. */
  async beginUser(userId: string, context: GraphqlContext): Promise<Buffer> {
    const hash = this.vault.userIdHash(userId);
    const searched = { action: 'payout_recipient.searched', subjectType: 'PAYOUT', named: 'userIdHash', hash };
    await this.searches.begin(context, { ...searched, field: ['filter', 'userId'] });
    return hash;
  }

  /**
   * Returns the keyed hashes by which a whole text may name a recipient to this caller. Records nothing: the caller of
   * this method must have recorded a search.
   */
  hashesFor(text: string, { scopes }: Caller): readonly Pick<PayoutCriteria, 'requisitesHash' | 'userIdHash'>[] {
    const byUser = { userIdHash: this.vault.userIdHash(text) };
    return scopes.has('payouts:unmask') ? [byUser, { requisitesHash: this.vault.requisitesHash(text) }] : [byUser];
  }

  /**
   * Records that a used idempotency key came with another recipient: the refusal tells the caller that the recipient
   * was guessed wrong.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async noteReusedKey(payoutId: string, actorId: string): Promise<void> {
    const reused = { action: 'payout.key_reused', subjectType: 'PAYOUT', subjectId: payoutId, after: null };
    await this.searches.record(actorId, reused);
  }
}
