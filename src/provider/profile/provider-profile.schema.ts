import * as z from 'zod';
import { namesOf } from '../../common/names-of.js';
import {
  PAYOUT_DESTINATIONS,
  PAYOUT_EXTRA_FIELDS,
  PAYOUT_PAYMENT_TYPES,
  PAYOUT_WALLETS,
} from './payout-destination.js';
import { H2H_STATUS_WORDS, ORDER_STATUS_WORDS, PAYOUT_STATUS_WORDS } from './status-words.js';

// With these statuses the object may exist all the same: treating one as a refusal could cause a second payment.
const NEVER_DEFINITE = new Set([408, 409, 425, 429]);

const refusalStatus = z
  .int()
  .min(400, 'must be a 4xx status')
  .max(499, 'must be a 4xx status')
  .refine((status) => !NEVER_DEFINITE.has(status), 'is a status after which the outcome is unknown');

// Polling ticks once a second. More than 30 days between polls is surely a mistake.
const delaySeconds = z.int().min(1).max(2_592_000);

const schedule = z.array(delaySeconds).min(1).max(50);

const wireWord = z.string().min(1).max(100);

const idPaths = z
  .array(z.array(z.string().min(1)).min(1).max(5).readonly())
  .min(1)
  .max(20)
  .readonly();

/** The id of a destination, or a service's id from the provider's list. */
const destinationOrService = z.union([
  z.enum(PAYOUT_DESTINATIONS),
  z.string().regex(/^(?:0|[1-9]\d{0,9})$/, 'must be a destination or the id of a service'),
]);

const extraFields = z.record(destinationOrService, z.array(z.enum(PAYOUT_EXTRA_FIELDS)).min(1).readonly()).readonly();

const phoneFormat = z.enum(['with-plus', 'without-plus', 'national', 'national-with-trunk-prefix']);

const listPaths = z
  .array(z.array(z.string().min(1)).max(5).readonly())
  .min(1)
  .max(20)
  .readonly();

const paymentType = z.enum(namesOf(PAYOUT_PAYMENT_TYPES));

const wallet = z.enum(namesOf(PAYOUT_WALLETS));

// Node returns header names in lower case, so a name with capitals would never match.
const headerName = z.string().regex(/^[a-z0-9-]{1,100}$/, 'must be a header name in lower case');

export const SIGNATURE_ALGORITHMS = ['hmac-sha256', 'hmac-sha512', 'hmac-sha1'] as const;
export const SIGNATURE_ENCODINGS = ['hex', 'base64', 'base64url'] as const;
export const MAX_SIGNATURE_PREFIX_LENGTH = 50;

// Column names as a spreadsheet shows them, hence without outer spaces.
const columnName = z.string().trim().min(1).max(100);

const statementColumns = z.strictObject({
  id: columnName,
  amount: columnName,
  currency: columnName,
  status: columnName,
});

const webhookSignature = z.strictObject({
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  encoding: z.enum(SIGNATURE_ENCODINGS),
  header: headerName,
  prefix: z.string().max(MAX_SIGNATURE_PREFIX_LENGTH),
  signedContent: z.enum(['body', 'timestamp.body']),
  timestampHeader: headerName,
  timestampToleranceSeconds: z.int().min(1).max(86_400),
  mode: z.enum(['observe', 'enforce']),
});

export const providerProfileSchema = z
  .strictObject({
    orderStatusWords: z.record(wireWord, z.enum([...ORDER_STATUS_WORDS, 'UNRECOGNIZED'])).readonly(),
    /** 4xx statuses that prove a request was not processed, if the body is a JSON object. */
    definiteRefusalStatuses: z.array(refusalStatus).readonly(),
    /** Definite refusals because of the content. All others are refusals of the request itself. */
    contentRefusalStatuses: z.array(refusalStatus).readonly(),
    /** Definite refusals of the token or the address, whatever the content. The payout waits and is sent again. */
    credentialRefusalStatuses: z.array(refusalStatus).readonly(),
    /** Definite refusals for lack of balance. The payout waits and is sent again. */
    payoutBalanceStatuses: z.array(refusalStatus).readonly(),
    /** Statuses with which a read-back proves that the object does not exist, if the body is a JSON object. */
    absentStatuses: z.array(refusalStatus).readonly(),
    /** Whether amounts in answers are decimal strings, JSON numbers, or either. */
    answerAmounts: z.enum(['text', 'number', 'either']),
    /** `order` reads all fields of a read-back; `status` reads only `status` and `payedAt`. */
    orderReadBack: z.enum(['order', 'status']),
    /** Seconds before each poll of an order without a final status. The last delay repeats forever. */
    orderCheckDelaysSeconds: schedule.readonly(),
    /**
     * Where a webhook may contain the order's id: each path lists property names from the outside in. Tried in this
     * order.
     */
    orderWebhookIdPaths: idPaths,
    h2hStatusWords: z.record(wireWord, z.enum([...H2H_STATUS_WORDS, 'UNRECOGNIZED'])).readonly(),
    /** Seconds before each poll of a card's verification. The last delay repeats until the verification ends. */
    h2hPollDelaysSeconds: schedule.readonly(),
    /** Seconds after the card was sent at which Purser gives up on a verification. */
    h2hSessionLimitSeconds: delaySeconds,
    /** How many codes one order may send to the bank. The database allows at most twenty. */
    h2hMaxCodes: z.int().min(1).max(20),
    payoutStatusWords: z.record(wireWord, z.enum([...PAYOUT_STATUS_WORDS, 'UNRECOGNIZED'])).readonly(),
    /** The provider's word for each of our payment types. */
    payoutPaymentTypes: z.record(paymentType, wireWord).readonly(),
    /** The provider's name for each mobile wallet. */
    payoutWalletNames: z.record(wallet, wireWord).readonly(),
    /** Where the answer contains the list of services, tried in this order. An empty path means the answer itself. */
    payoutServicesPaths: listPaths,
    /** Property names for a service's id in that list. The first one present is used. */
    payoutServiceIdNames: z.array(wireWord).min(1).max(5).readonly(),
    /** Ids of the destinations whose payouts must name a service. */
    requireServiceId: z.array(z.string().min(1).max(100)).max(50).readonly(),
    /** Recipient fields that a destination or a service accepts in addition to those of the destination table. */
    payoutExtraFields: extraFields,
    /** Recipient fields that a destination or a service requires. */
    payoutRequiredFields: extraFields,
    /**
     * Phone number format for a destination or a service: `+79…`, `79…`, `9…`, or `89…` as dialled within the country.
     */
    payoutPhoneFormats: z.record(destinationOrService, phoneFormat).readonly(),
    /** Seconds before each poll of a payout without a final status. The last delay repeats forever. */
    payoutCheckDelaysSeconds: schedule.readonly(),
    /** Seconds after a payout was first seen COMPLETED at which Purser reads it back again. */
    payoutReverifyDelaysSeconds: schedule
      .refine(isAscending, 'must grow, since all are counted from the same moment')
      .readonly(),
    /**
     * Seconds after a payout FAILED, was CANCELED or EXPIRED at which Purser reads it back again, unless the provider
     * reported a different final status before that one.
     */
    payoutRecheckDelaysSeconds: schedule
      .refine(isAscending, 'must grow, since all are counted from the same moment')
      .readonly(),
    /** Whether read-backs show requisites as they were sent. Masked requisites are not compared. */
    payoutReadBackRequisites: z.enum(['full', 'masked']),
    /** Column names in the first line of a statement, case-insensitive. */
    payoutStatementColumns: statementColumns.readonly(),
    payoutStatementSeparator: z.enum([',', ';', '\t']),
    /**
     * Where a webhook may contain the payout's id: each path lists property names from the outside in. Tried in this
     * order.
     */
    payoutWebhookIdPaths: idPaths,
    /** How webhooks are signed, and whether a webhook without a valid signature is refused or only recorded. */
    webhookSignature: webhookSignature.readonly(),
  })
  .readonly();

export type ProviderProfileValues = z.output<typeof providerProfileSchema>;

/** An operator's file: any subset of the keys. Merged keys may contain any subset of their entries. */
export const providerProfileOverridesSchema = providerProfileSchema
  .unwrap()
  .partial()
  .extend({
    payoutPaymentTypes: z.partialRecord(paymentType, wireWord).optional(),
    payoutWalletNames: z.partialRecord(wallet, wireWord).optional(),
    payoutStatementColumns: statementColumns.partial().optional(),
    webhookSignature: webhookSignature.partial().optional(),
  });

function isAscending(delays: readonly number[]): boolean {
  return delays.every((delay, at) => delay > (delays[at - 1] ?? 0));
}
