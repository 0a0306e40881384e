import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository } from 'typeorm';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { WebhookEventEntity } from '../persistence/webhook-event.entity.js';

// The newest ones, by an index: enough to find a valid one wherever webhooks are signed at all.
const LOOKED_AT = 1_000;

/** Warns, once in the life of a process, that signatures are only observed although they could be enforced. */
@Injectable()
export class SignatureModeNotice implements OnApplicationBootstrap {
  readonly #logger = new Logger(SignatureModeNotice.name);
  #isGiven: boolean;

  constructor(
    @InjectRepository(WebhookEventEntity) private readonly events: Repository<WebhookEventEntity>,
    { webhookSignature }: ProviderProfile,
  ) {
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
    if (newest.some(({ signatureState }) => signatureState === 'valid')) this.seeValid();
  }

  /** Is told that a webhook had a valid signature: the scheme is known. */
  seeValid(): void {
    if (this.#isGiven) return;
    this.#isGiven = true;
    this.#logger.warn({ event: 'webhook_signatures_not_enforced' });
  }
}
