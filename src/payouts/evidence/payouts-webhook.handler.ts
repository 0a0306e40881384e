import { Injectable, type OnModuleInit } from '@nestjs/common';
import { parseUuid } from '../../common/ids.js';
import { findCompactIds, findExternalIds, findIdsInBody } from '../../common/text/json-id.js';
import { Alarms } from '../../platform/observability/alarms.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import {
  notReadBack,
  type ReceivedWebhook,
  type WebhookHandler,
  type WebhookOutcome,
  type WebhookSubjects,
} from '../../webhooks/webhook-handler.js';
import { allProcessed, firstProcessed, MAX_NAMED_IDS, MAX_READS } from '../../webhooks/several-outcomes.js';
import { WebhookHandlers } from '../../webhooks/webhook-handlers.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { PayoutEvidenceService, type StrayResult } from './payout-evidence.service.js';
import { isBoundPayout, ReadBackPayoutService } from './read-back-payout.service.js';

const NOT_SHOWN = 'The provider does not show the payout.';

const NOTHING_NAMED: WebhookOutcome = {
  kind: 'ignored',
  providerObjectId: null,
  note: 'The body names no payout: it holds no id of one, and no externalId that Purser sent.',
};

const NOT_BOUND_YET = 'The body names no payout id, and the provider has not yet answered which id this payout has.';
const NOT_BOUND = 'The body names no payout id, and no answer of the provider has named the id of this payout.';

/** Reads payouts back when webhooks arrive. Purser applies only the provider's answer, never what the webhook says. */
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
    private readonly alarms: Alarms,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  namedIds(body: Buffer): readonly string[] {
    return [...this.plainIds(body), ...findCompactIds(body, MAX_NAMED_IDS)];
  }

  async handle({ body, attemptId, tries, isVerified }: ReceivedWebhook): Promise<WebhookOutcome> {
    const ids = this.plainIds(body);
    const attempt = attemptId === null ? null : await this.attempts.findById(attemptId);
    if (attempt) return this.handleAtToken(attempt, ids);
    const named = { tries, isVerified };
    const maxReads = isVerified ? MAX_READS : 1;
    const readAll = (known: readonly string[]): Promise<WebhookOutcome | null> =>
      allProcessed(known.slice(0, maxReads), async (id) => (await this.readBack(id)) ?? this.search(id, named));
    const read = await readAll(await this.findBound(body));
    if (read) return read;
    const sent = await this.findSent(body, ids);
    const unknown = ids.filter((id) => !sent.some((attempt) => attempt.id === id)).slice(0, maxReads);
    const found = await firstProcessed(unknown, (id) => this.search(id, named), NOT_SHOWN);
    if (found?.kind === 'processed' || (found && !isVerified)) return found;
    const [attemptNamed] = sent;
    const readSent = await readAll(sent.flatMap(({ providerPayoutId }) => providerPayoutId ?? []));
    return readSent ?? found ?? (attemptNamed ? notBound(attemptNamed) : NOTHING_NAMED);
  }

  private plainIds(body: Buffer): readonly string[] {
    return findIdsInBody(body, this.profile.payoutWebhookIdPaths, MAX_NAMED_IDS);
  }

  private async findBound(body: Buffer): Promise<readonly string[]> {
    const ids = this.namedIds(body);
    const bound = ids.length === 0 ? [] : await this.payouts.findByProviderIds(ids);
    const isBound = new Set(bound.map(({ providerPayoutId }) => providerPayoutId));
    return ids.filter((id) => isBound.has(id));
  }

  /** Returns the attempts whose ids the body contains, because Purser sent these ids as `externalId`. */
  private async findSent(body: Buffer, ids: readonly string[]): Promise<readonly PayoutAttemptEntity[]> {
    const named = findExternalIds(body, MAX_READS).flatMap((id) => parseUuid(id) ?? []);
    const unique = [...new Set([...named, ...ids.slice(0, MAX_READS)])];
    const attempts = await Promise.all(unique.map((id) => this.attempts.findById(id)));
    return attempts.filter((attempt) => attempt !== null);
  }

  /**
   * Finds the attempt that an unbound provider id belongs to. If the provider does not show an id that its own
   * signature vouches for, the look-up is retried.
   */
  private async search(
    id: string,
    { tries, isVerified }: Pick<ReceivedWebhook, 'tries' | 'isVerified'>,
  ): Promise<WebhookOutcome> {
    const lane = isVerified ? 'named' : 'unverified';
    const result = await this.evidence.bindByCallbackUrl(id, { tries, lane });
    if (result.kind === 'absent' && isVerified) return notShown(id);
    // Only for verified webhooks: anyone can send unlimited unsigned ones.
    if (result.kind === 'detached' && isVerified) {
      this.alarms.raise('webhook_of_detached_payout', { payoutId: result.payoutId, providerPayoutId: id });
    }
    return this.applyEvidence(id, result);
  }

  /**
   * Handles a webhook at an attempt's own address. Only the provider knows the address, so the webhook is about this
   * attempt's payout, whatever its body says, and the payout is read back. Every other id in the body is read, too,
   * because a second payout at this address would mean a double payment. The read is retried as long as an id cannot be
   * read or none is found. Once one is found, the others are taken for event ids and the like.
   */
  private async handleAtToken(attempt: PayoutAttemptEntity, ids: readonly string[]): Promise<WebhookOutcome> {
    const ownId = attempt.providerPayoutId;
    const own = ownId === null ? null : await this.readBack(ownId);
    if (own?.kind === 'processed' && ids.includes(own.providerObjectId)) return own;
    const unmatched: ProviderPayout[] = [];
    // The attempt's id is what Purser sent as the external id, never the id of a payout at the provider.
    const others = ids.filter((id) => id !== attempt.id && (own === null || id !== ownId)).slice(0, MAX_READS);
    const other = await firstProcessed(others, (id) => this.tryAtToken(attempt, id, unmatched), NOT_SHOWN);
    if (other === null) return own ?? notBound(attempt);
    if (other.kind === 'processed') return other;
    for (const provider of unmatched) await this.evidence.reportUnmatched(attempt, provider);
    return own !== null && other.kind === 'ignored' ? own : other;
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

  private async applyEvidence(providerObjectId: string, result: StrayResult): Promise<WebhookOutcome> {
    // Other evidence has bound the attempt in the meantime, perhaps with an older status than this webhook reports.
    const bound = result.kind === 'already_bound' ? await this.readBack(providerObjectId) : null;
    return bound ?? toOutcome(providerObjectId, result);
  }

  private async readBack(providerObjectId: string): Promise<WebhookOutcome | null> {
    const payout = await this.payouts.findByProviderId(providerObjectId);
    if (!payout || !isBoundPayout(payout)) return null;
    const result = await this.readBacks.readBack(payout, { cause: 'WEBHOOK', isDue: false, isUrgent: false });
    if (result.kind === 'unavailable') return notReadBack('payout', providerObjectId, result.reason);
    // The id was bound to the wrong payout. It may now be bound to its real owner.
    if (result.kind === 'disproved') return null;
    if (result.kind === 'absent') return notShown(providerObjectId);
    return { kind: 'processed', providerObjectId, subjectId: payout.id };
  }
}

function notBound({ state }: PayoutAttemptEntity): WebhookOutcome {
  return state === 'CLAIMED'
    ? { kind: 'try_again', providerObjectId: null, note: NOT_BOUND_YET }
    : { kind: 'ignored', providerObjectId: null, note: NOT_BOUND };
}

function toOutcome(providerObjectId: string, result: StrayResult): WebhookOutcome {
  switch (result.kind) {
    case 'bound':
    case 'already_bound':
    case 'duplicate':
    case 'detached':
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
