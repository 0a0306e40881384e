import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository } from 'typeorm';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import {
  SIGNATURE_VERDICTS,
  type SignatureVerdict,
  WebhookSignatureVerifier,
} from '../../provider/signature/webhook-signature-verifier.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { WebhookEventEntity } from '../persistence/webhook-event.entity.js';

// Number of newest webhooks to check, found by an index: enough to include a valid signature if webhooks are signed at
// all.
const LOOKED_AT = 1_000;

/**
 * Verifies the signatures of deliveries. Warns once per process if valid signatures arrive but the profile does not
 * enforce them.
 */
@Injectable()
export class DeliverySignatures implements OnApplicationBootstrap {
  readonly #logger = new Logger(DeliverySignatures.name);
  readonly #count: (verdict: SignatureVerdict) => void;
  #isGiven: boolean;

  constructor(
    @InjectRepository(WebhookEventEntity) private readonly events: Repository<WebhookEventEntity>,
    private readonly verifier: WebhookSignatureVerifier,
    { webhookSignature }: ProviderProfile,
    registry: MetricsRegistry,
  ) {
    this.#count = registry.counterOf({
      name: 'purser_webhook_signatures_total',
      help: 'Signatures of webhooks at the callback URL of an attempt, which the provider alone knows, by verdict.',
      label: 'verdict',
      values: SIGNATURE_VERDICTS,
    });
    this.#isGiven = webhookSignature.mode === 'enforce';
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.#isGiven) return;
    const newest = await this.events.find({
      select: { id: true, signatureState: true },
      where: { standing: Not('UNVERIFIED') },
      order: { firstReceivedAt: 'DESC', id: 'DESC' },
      take: LOOKED_AT,
    });
    if (newest.some(({ signatureState }) => signatureState === 'valid')) this.warn();
  }

  verify(headers: IncomingHttpHeaders, body: Buffer): SignatureVerdict {
    const verdict = this.verifier.verify({ headers, body, receivedAt: new Date() });
    if (verdict === 'valid') this.warn();
    return verdict;
  }

  count(verdict: SignatureVerdict): void {
    this.#count(verdict);
  }

  /** A valid signature proves that the configured scheme is right, so it could be enforced. */
  private warn(): void {
    if (this.#isGiven) return;
    this.#isGiven = true;
    this.#logger.warn({ event: 'webhook_signatures_not_enforced' });
  }
}
