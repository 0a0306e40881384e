import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findIdsInBody } from '../../common/text/json-id.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import {
  notReadBack,
  type ReceivedWebhook,
  type WebhookHandler,
  type WebhookOutcome,
  type WebhookSubjects,
} from '../../webhooks/webhook-handler.js';
import { WebhookHandlers } from '../../webhooks/webhook-handlers.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { type EvidenceResult, PayoutEvidenceService } from './payout-evidence.service.js';
import { isBoundPayout, ReadBackPayoutService } from './read-back-payout.service.js';

// An event, what it is about, and what that belongs to have ids; each may cost a read.
const MAX_IDS = 5;

const NOT_SHOWN = 'The provider does not show the payout.';

type Undecided = Exclude<WebhookOutcome, { readonly kind: 'processed' }>;

/** Of several outcomes the first of these counts: what may still be learned before what is known. */
const UNDECIDED: readonly Undecided['kind'][] = ['try_again', 'put_off', 'ignored'];

const NOTHING_NAMED: Undecided = {
  kind: 'ignored',
  providerObjectId: null,
  note: 'The body names no payout id.',
};

/** Turns payout webhooks into read-backs. Whatever a webhook claims, only what the provider answers is applied. */
@Injectable()
export class PayoutsWebhookHandler implements WebhookHandler, OnModuleInit {
  readonly source = 'PAYOUTS';

  readonly subjects: WebhookSubjects = {
    table: 'payouts',
    providerIdColumn: 'provider_payout_id',
    destinationColumn: 'destination',
    subjectType: 'PAYOUT',
    endStatuses: ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'],
    timedEnd: { status: 'COMPLETED', column: 'provider_completed_at' },
  };

  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly profile: ProviderProfile,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly readBacks: ReadBackPayoutService,
    private readonly evidence: PayoutEvidenceService,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  namedIds(body: Buffer): readonly string[] {
    return findIdsInBody(body, this.profile.payoutWebhookIdPaths, MAX_IDS);
  }

  async handle({ body, attemptId, tries, isVerified }: ReceivedWebhook): Promise<WebhookOutcome> {
    const ids = this.namedIds(body);
    const [first] = ids;
    if (first === undefined) return NOTHING_NAMED;
    const attempt = attemptId === null ? null : await this.attempts.findById(attemptId);
    if (attempt) return this.handleAtToken(attempt, ids);
    const bound = await this.payouts.findByProviderIds(ids);
    const known = ids.find((id) => bound.some(({ providerPayoutId }) => providerPayoutId === id));
    if (known === undefined && isVerified) return firstDecided(ids, (id) => this.search(id, { tries, isVerified }));
    const id = known ?? first;
    return (await this.readBack(id)) ?? this.search(id, { tries, isVerified });
  }

  /** Looks for an id that is bound to nothing. One that the provider vouches for is only not shown yet. */
  private async search(
    id: string,
    { tries, isVerified }: Pick<ReceivedWebhook, 'tries' | 'isVerified'>,
  ): Promise<WebhookOutcome> {
    const lane = isVerified ? 'named' : 'unverified';
    const result = await this.evidence.bindByCallbackUrl(id, { tries, lane });
    return result.kind === 'absent' && isVerified ? notShown(id) : this.applyEvidence(id, result);
  }

  /**
   * Only the provider knows the address, so what arrives there names this attempt's payout or no payout of Purser's:
   * every id is tried, and tried again while it cannot be read or none of them is shown. Beside a payout that is shown,
   * ids that are not are those of events and the like.
   */
  private async handleAtToken(attempt: PayoutAttemptEntity, ids: readonly string[]): Promise<WebhookOutcome> {
    const unmatched: ProviderPayout[] = [];
    const isOwn = (id: string): boolean => id === attempt.providerPayoutId;
    const ownFirst = [...ids.filter(isOwn), ...ids.filter((other) => !isOwn(other))];
    const outcome = await firstDecided(
      ownFirst,
      async (id) => (isOwn(id) ? await this.readBack(id) : null) ?? (await this.tryAtToken(attempt, id, unmatched)),
    );
    if (outcome.kind === 'processed') return outcome;
    for (const provider of unmatched) await this.evidence.reportUnmatched(attempt, provider);
    return outcome;
  }

  private async tryAtToken(
    attempt: PayoutAttemptEntity,
    id: string,
    unmatched: ProviderPayout[],
  ): Promise<WebhookOutcome> {
    const result = await this.evidence.bindAtToken(attempt, id);
    if (result.kind === 'no_match') unmatched.push(result.provider);
    return result.kind === 'absent' ? notShown(id) : this.applyEvidence(id, result);
  }

  private async applyEvidence(providerObjectId: string, result: EvidenceResult): Promise<WebhookOutcome> {
    // Something else has bound it meanwhile, maybe with an older state than this webhook brings.
    const bound = result.kind === 'already_bound' ? await this.readBack(providerObjectId) : null;
    return bound ?? toOutcome(providerObjectId, result);
  }

  /** Reads a bound payout back; null when none is bound to this id. */
  private async readBack(providerObjectId: string): Promise<WebhookOutcome | null> {
    const payout = await this.payouts.findByProviderId(providerObjectId);
    if (!payout || !isBoundPayout(payout)) return null;
    const result = await this.readBacks.readBack(payout, { cause: 'WEBHOOK', isDue: false, isUrgent: false });
    if (result.kind === 'unavailable') return notReadBack('payout', providerObjectId, result.reason);
    // It was bound to the wrong payout, and is free now for the one it belongs to.
    if (result.kind === 'disproved') return null;
    if (result.kind === 'absent') return notShown(providerObjectId);
    return { kind: 'processed', providerObjectId, subjectId: payout.id };
  }
}

/** The first id that is decided, or the webhook's outcome when none is. */
async function firstDecided(
  ids: readonly string[],
  tryOne: (id: string) => Promise<WebhookOutcome>,
): Promise<WebhookOutcome> {
  const outcomes: Undecided[] = [];
  for (const id of ids) {
    const outcome = await tryOne(id);
    if (outcome.kind === 'processed') return outcome;
    outcomes.push(outcome);
  }
  const rank = ({ kind, note }: Undecided): number => (note === NOT_SHOWN ? UNDECIDED.length : UNDECIDED.indexOf(kind));
  return outcomes.sort((one, other) => rank(one) - rank(other))[0] ?? NOTHING_NAMED;
}

function toOutcome(providerObjectId: string, result: EvidenceResult): WebhookOutcome {
  switch (result.kind) {
    case 'bound':
    case 'already_bound':
    case 'duplicate':
      return { kind: 'processed', providerObjectId, subjectId: result.payoutId };
    case 'taken':
      return result.isCertain
        ? { kind: 'processed', providerObjectId, subjectId: result.payoutId }
        : {
            kind: 'ignored',
            providerObjectId,
            note: 'The payout is bound to another one, at whose address it never came.',
          };
    case 'no_match':
      return {
        kind: 'ignored',
        providerObjectId,
        note: 'No payout here is it: a discrepancy keeps what the provider shows.',
      };
    case 'absent':
      return { kind: 'ignored', providerObjectId, note: 'The provider knows no such payout.' };
    case 'unavailable':
      return notReadBack('payout', providerObjectId, result.reason);
  }
}

function notShown(providerObjectId: string): WebhookOutcome {
  return { kind: 'try_again', providerObjectId, note: NOT_SHOWN };
}
