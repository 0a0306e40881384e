import { Injectable } from '@nestjs/common';
import type { FactModel } from '../audit/graphql/fact.model.js';
import { FieldCipher, type SealedColumn } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import type { ProviderDetail } from '../../provider/wire/provider-details.js';
import type { ProviderDetailsEntity } from './persistence/provider-details.entity.js';
import { ProviderDetailsRepository } from './persistence/provider-details.sql.js';

/**
 * Stores fields from the provider for which Purser has no columns, such as a bank's reference. No decision depends on
 * them, but they are the first thing that support asks for. They may be personal data, so they are encrypted.
 */
@Injectable()
export class ProviderDetailsService {
  readonly #kept: BatchLoader<ProviderDetailsEntity | null>;

  constructor(
    private readonly details: ProviderDetailsRepository,
    private readonly cipher: FieldCipher,
  ) {
    this.#kept = BatchLoader.byId((ids) => details.findByIds(ids));
  }

  /** Stores the details from an answer about an order or payout. If an answer has no details, stored ones are kept. */
  async keep(
    tx: Transaction,
    { type, id }: { readonly type: 'ORDER' | 'PAYOUT'; readonly id: string },
    shown: readonly ProviderDetail[],
  ): Promise<void> {
    if (shown.length === 0) return;
    const json = JSON.stringify(shown.map(({ name, value }) => [name, value]));
    await this.details.keep(tx, {
      id,
      subjectType: type,
      digest: this.cipher.keyedHash('provider-details', json),
      sealedDetails: this.cipher.seal(json, detailsColumn(id)),
    });
  }

  /**
   * Returns the details of an order or payout in the order in which the provider sent them. Empty after they were
   * purged.
   */
  async list(id: string): Promise<FactModel[]> {
    const kept = await this.#kept.load(id);
    if (!kept) return [];
    const json = this.cipher.unseal(kept.sealedDetails, detailsColumn(id)).toString();
    return (JSON.parse(json) as readonly [string, string][]).map(([name, value]) => ({ name, value }));
  }

  async find(id: string, name: string): Promise<string | null> {
    return (await this.list(id)).find((detail) => detail.name === name)?.value ?? null;
  }
}

function detailsColumn(rowId: string): SealedColumn {
  return { table: 'provider_details', column: 'sealed_details', rowId };
}
