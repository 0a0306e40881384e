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

/** The parts of a payout that must not change between its approval and its sending. */
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

type ProviderWords = Pick<ProviderPayout, 'status' | 'providerStatus' | 'statusMessage' | 'details'>;

/** The recipient was purged after the retention period, and cannot be recovered. */
export class RecipientPurgedError extends Error {
  override readonly name = 'RecipientPurgedError';
}

/** Encrypts recipients, which are personal data and may be card numbers. */
@Injectable()
export class RecipientVault {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly profile: ProviderProfile,
  ) {}

  get serviceRules(): ServiceRules {
    return this.profile;
  }

  seal(recipient: Recipient, payoutId: string): Buffer {
    return this.cipher.seal(JSON.stringify(recipient), recipientColumn(payoutId));
  }

  /**
   * Decrypts a recipient.
   * @throws RecipientPurgedError if the recipient was purged, which never happens while the payout may still be sent
   * @throws UnsealError if the encryption key is lost or the row was altered
   */
  open({ id, sealedRecipient }: Pick<PayoutEntity, 'id' | 'sealedRecipient'>): Recipient {
    if (sealedRecipient === null) throw new RecipientPurgedError('The recipient was purged');
    return JSON.parse(this.cipher.unseal(sealedRecipient, recipientColumn(id)).toString()) as Recipient;
  }

  /**
   * Returns null if the recipient was purged or cannot be decrypted, so that one such row does not make a list or a
   * read-back fail.
   */
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
   * Returns the recipient in the form that is sent to the provider, and that the provider shows.
   * @throws RecipientPurgedError like `open`
   */
  openForWire(payout: PayoutEntity): Recipient {
    return this.writeForWire(this.open(payout), payout);
  }

  /** Like `openForWire`; null if the recipient is purged or unreadable. */
  openForWireIfReadable(payout: PayoutEntity): Recipient | null {
    const recipient = this.openIfReadable(payout);
    return recipient && this.writeForWire(recipient, payout);
  }

  /** Masks the recipient's values in the provider's texts about a payout. */
  maskWords<Words extends ProviderWords>(payout: Pick<PayoutEntity, 'id' | 'sealedRecipient'>, words: Words): Words {
    const { status, providerStatus, statusMessage, details } = words;
    // A status that the profile lists cannot be personal data.
    const isWordKnown = status !== 'UNRECOGNIZED';
    if (statusMessage === null && isWordKnown && details.length === 0) return words;
    const recipient = this.openIfReadable(payout);
    // If the recipient is gone, the text can no longer be masked, so it is dropped.
    const mask = (text: string): string | null => recipient && maskRecipientIn(text, recipient);
    return {
      ...words,
      providerStatus: isWordKnown ? providerStatus : (mask(providerStatus) ?? status),
      statusMessage: statusMessage && mask(statusMessage),
      details: recipient ? details.map(({ name, value }) => ({ name, value: maskRecipientIn(value, recipient) })) : [],
    };
  }

  /** Keyed hash of recipient and bank, for finding possible duplicates without revealing who is paid. */
  recipientHash(identity: string): Buffer {
    return this.cipher.keyedHash('payout-recipient', identity);
  }

  /** Keyed hash of the requisites without the bank, for finding payouts to a number or key that a person enters. */
  requisitesHash(requisites: string): Buffer {
    return this.cipher.keyedHash('payout-requisites', requisitesFingerprint(requisites));
  }

  /** Keyed hash of a recipient's user id, which is compared exactly. */
  userIdHash(userId: string): Buffer {
    return this.cipher.keyedHash('payout-user-id', userId.trim());
  }

  /** Hashes of the requisites as they were entered and as they are sent. The provider may show either form. */
  comparableHashes(recipient: Recipient, route: ServiceRoute): Buffer[] {
    const { requisites } = this.writeForWire(recipient, route);
    const spellings = new Set([recipient.requisites, requisites]);
    return [...spellings].map((spelling) => this.requisitesHash(spelling));
  }

  fieldHash(value: string): string {
    // 12 bytes are enough that two values in one payout never have the same hash.
    return this.cipher.keyedHash('payout-request', value).subarray(0, 12).toString('base64url');
  }

  /**
   * Hash of everything that an approval covers: amount, recipient and purpose. It includes the payout's id, so payouts
   * with equal content have different hashes.
   */
  contentHash(content: PayoutContent): Buffer {
    // Lists the fields one by one, because the caller's object may contain more, on which the hash must not depend.
    const { payoutId, accountId, amount, currency, paymentType, serviceId, note, reference, recipient } = content;
    const fields = { payoutId, accountId, amount: canonicalDecimal(amount), currency, note, paymentType, serviceId };
    // Leaves out an absent reference, so that hashes from before the field existed stay valid.
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
