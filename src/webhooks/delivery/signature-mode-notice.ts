import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';

// The newest ones, by an index: enough to find a valid one wherever webhooks are signed at all.
const LOOKED_AT = 1_000;

/** Warns, once in the life of a process, that signatures are only observed although they could be enforced. */
@Injectable()
export class SignatureModeNotice implements OnApplicationBootstrap {
  readonly #logger = new Logger(SignatureModeNotice.name);
  #isGiven: boolean;

  constructor(
    private readonly dataSource: DataSource,
    { webhookSignature }: ProviderProfile,
  ) {
    this.#isGiven = webhookSignature.mode === 'enforce';
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.#isGiven) return;
    const [row] = await this.dataSource.query<{ wasValid: boolean }[]>(
      `SELECT coalesce(bool_or(signature_state = 'valid'), false) AS "wasValid" FROM (
         SELECT signature_state FROM webhook_events WHERE standing <> 'UNVERIFIED'
         ORDER BY first_received_at DESC, id DESC LIMIT ${LOOKED_AT}) AS newest`,
    );
    if (row?.wasValid) this.seeValid();
  }

  /** Is told that a webhook had a valid signature: the scheme is known. */
  seeValid(): void {
    if (this.#isGiven) return;
    this.#isGiven = true;
    this.#logger.warn({ event: 'webhook_signatures_not_enforced' });
  }
}
