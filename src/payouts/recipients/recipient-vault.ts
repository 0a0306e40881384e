import { Injectable } from '@nestjs/common';
import { canonicalDecimal } from '../../common/decimal.js';
import { FieldCipher, type SealedColumn, UnsealError } from '../../platform/database/encryption/field-cipher.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { phoneFormatOf, type ServiceRoute, type ServiceRules } from '../destinations/asked-fields.js';
import { fieldsFor } from '../destinations/table/destination.js';
import { findDestination } from '../destinations/table/destinations.table.js';
import { requisitesFingerprint } from '../destinations/recipient-fingerprint.js';
import type { Recipient } from '../destinations/recipient.js';
import { maskRecipientIn } from './domain/recipient-text.js';
import { writePhones } from '../destinations/wire/wire-recipient.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';

/** A payout as approved: the parts that must not change between an approval and the send. */
export interface PayoutContent {
  readonly payoutId: string;
  readonly accountId: string;
  readonly amount: PayoutEntity['amount'];
  readonly currency: string;
  readonly paymentType: string;
  readonly serviceId: number | null;
  readonly note: string | null;
  readonly reference: string | null;
  readonly recipient: Recipient;
}

/** The texts that the provider writes about a payout. */
type ProviderWords = Pick<ProviderPayout, 'status' | 'providerStatus' | 'statusMessage' | 'details'>;

/** The recipient was purged after the retention time: nobody can open it any more. */
export class RecipientPurgedError extends Error {
  override readonly name = 'RecipientPurgedError';
}

/** Keeps recipients: personal data, and perhaps a card number, so sealed at rest and opened only to be sent. */
@Injectable()
export class RecipientVault {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly profile: ProviderProfile,
  ) {}

  /** How services differ from the table of destinations. */
  get serviceRules(): ServiceRules {
    return this.profile;
  }

  seal(recipient: Recipient, payoutId: string): Buffer {
    return this.cipher.seal(JSON.stringify(recipient), recipientColumn(payoutId));
  }

  /**
   * @throws RecipientPurgedError when it was purged, which happens to no payout that may still be sent
   * @throws UnsealError when its key is lost or the row was altered
   */
  open({ id, sealedRecipient }: Pick<PayoutEntity, 'id' | 'sealedRecipient'>): Recipient {
    if (sealedRecipient === null) throw new RecipientPurgedError('The recipient was purged');
    return JSON.parse(this.cipher.unseal(sealedRecipient, recipientColumn(id)).toString()) as Recipient;
  }

  /** The recipient, or null when it was purged or does not open: one such row fails no list and no read-back. */
  openIfReadable(payout: Pick<PayoutEntity, 'id' | 'sealedRecipient'>): Recipient | null {
    if (payout.sealedRecipient === null) return null;
    try {
      return this.open(payout);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      return null;
    }
  }

  /**
   * The recipient as the provider is told of them, and as it echoes them.
   *
   * @throws RecipientPurgedError as `open` does
   */
  openForWire(payout: PayoutEntity): Recipient {
    return this.writeForWire(this.open(payout), payout);
  }

  /** As `openForWire` gives it, or null when it was purged or does not open. */
  openForWireIfReadable(payout: PayoutEntity): Recipient | null {
    const recipient = this.openIfReadable(payout);
    return recipient && this.writeForWire(recipient, payout);
  }

  /** Words of the provider about a payout, with the values of its recipient masked. */
  maskWords<Words extends ProviderWords>(payout: Pick<PayoutEntity, 'id' | 'sealedRecipient'>, words: Words): Words {
    const { status, providerStatus, statusMessage, details } = words;
    // A word of the profile is no value of a person.
    const isWordKnown = status !== 'UNRECOGNIZED';
    if (statusMessage === null && isWordKnown && details.length === 0) return words;
    const recipient = this.openIfReadable(payout);
    // What nobody can mask any more is not kept either.
    const mask = (text: string): string | null => recipient && maskRecipientIn(text, recipient);
    return {
      ...words,
      providerStatus: isWordKnown ? providerStatus : (mask(providerStatus) ?? status),
      statusMessage: statusMessage && mask(statusMessage),
      details: recipient ? details.map(({ name, value }) => ({ name, value: maskRecipientIn(value, recipient) })) : [],
    };
  }

  /** A keyed hash of who is paid: finds possible duplicates without telling who it is. */
  recipientHash(identity: string): Buffer {
    return this.cipher.keyedHash('payout-recipient', identity);
  }

  /**
   * A keyed hash of where money went, without the bank: finds the payouts to a number or key that a person looks for.
   */
  requisitesHash(requisites: string): Buffer {
    return this.cipher.keyedHash('payout-requisites', requisitesFingerprint(requisites));
  }

  /** The hashes of the requisites as they were entered, and as the provider is told of them and may show them. */
  comparableHashes(recipient: Recipient, route: ServiceRoute): Buffer[] {
    const { requisites } = this.writeForWire(recipient, route);
    const spellings = new Set([recipient.requisites, requisites]);
    return [...spellings].map((spelling) => this.requisitesHash(spelling));
  }

  /** A keyed hash of one field of a request. */
  fieldHash(value: string): string {
    // 12 bytes: two different values of one payout never meet by chance.
    return this.cipher.keyedHash('payout-request', value).subarray(0, 12).toString('base64url');
  }

  /**
   * The content that an approval binds: the whole of what is paid, to whom, and why. With the id of the payout, so that
   * two payouts never show whether they pay the same.
   */
  contentHash(content: PayoutContent): Buffer {
    // Named one by one: a caller's object may hold more, and the hash of one content must not depend on who asks.
    const { payoutId, accountId, amount, currency, paymentType, serviceId, note, reference, recipient } = content;
    const fields = { payoutId, accountId, amount: canonicalDecimal(amount), currency, note, paymentType, serviceId };
    // Left out where there is none, as from the hashes of payouts of before there was one.
    const given = { ...fields, ...(reference !== null && { reference }), recipient: sorted(recipient) };
    return this.cipher.keyedHash('payout-content', JSON.stringify(sorted(given)));
  }

  private writeForWire(recipient: Recipient, route: ServiceRoute): Recipient {
    const destination = findDestination(route);
    if (!destination) return recipient;
    const format = phoneFormatOf(this.profile, destination, route.serviceId);
    return writePhones(recipient, fieldsFor(destination, route), format);
  }
}

function sorted(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function recipientColumn(rowId: string): SealedColumn {
  return { table: 'payouts', column: 'sealed_recipient', rowId };
}
