import type { CurrencyCode } from '../../common/currency.js';
import { findExcessDecimals } from '../../common/text/currency-amount.js';
import { compareDecimals, type DecimalString, parseDecimal } from '../../common/decimal.js';
import { isLoopbackHost } from '../../common/network.js';
import { type Customer, findMissingCustomerFields } from './customer.js';
import type { OrderRequestProblem } from './order-problem.js';
import { findCardProblems, type PaymentCard } from './payment-card.js';
import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { lacksWord, requiredFieldsOf, type TerminalProfile } from '../../desk/accounts/domain/terminal-profile.js';
import { containsCardNumber } from '../../common/text/card-number.js';

/** The fields of a request whose rules depend on each other, on the account or on the installation. */
interface Asked {
  readonly method: OrderMethod;
  readonly amount: DecimalString;
  readonly currency: CurrencyCode | null;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
  readonly customer: Customer;
  readonly card: PaymentCard | null;
}

export interface OrderRules {
  /** Hosts that redirect URLs may name; empty if any host is allowed. */
  readonly redirectHosts: readonly string[];
  /** Whether redirect URLs may name this machine, for developers. */
  readonly allowsLoopback: boolean;
  readonly terminal: TerminalProfile;
  /** Whether the provider accepts the interface's placeholders, as the sandbox does. */
  readonly takesNeutralWords: boolean;
}

export interface UrlProblem {
  readonly code: 'URL_INVALID' | 'CARD_NUMBER_IN_TEXT';
  /** Completes a sentence that starts with the field's name. */
  readonly rule: string;
}

const ZERO = parseDecimal('0');

// Purser's own limit, because the interface states none: longer than any URL seen.
export const MAX_URL_LENGTH = 2_000;

/**
 * Finds all problems between the fields of a request, and with the rules of the account and the installation. The
 * validation rules on the input class find the problems of single fields.
 */
export function findProblems(request: Asked, rules: OrderRules): OrderRequestProblem[] {
  return [
    ...amountProblems(request),
    ...methodProblems(request, rules),
    ...hostProblems('successUrl', request.successUrl, rules),
    ...hostProblems('failUrl', request.failUrl, rules),
    ...cardProblems(request),
  ];
}

function amountProblems({ amount, currency }: Asked): OrderRequestProblem[] {
  if (ZERO !== null && compareDecimals(amount, ZERO) <= 0) {
    return [{ code: 'AMOUNT_NOT_POSITIVE', field: ['amount'], message: 'The amount must be greater than zero.' }];
  }
  const message = findExcessDecimals(amount, currency);
  return message === null ? [] : [{ code: 'AMOUNT_TOO_PRECISE', field: ['amount'], message }];
}

function methodProblems(
  { method, customer }: Asked,
  { terminal, takesNeutralWords }: OrderRules,
): OrderRequestProblem[] {
  if (terminal.enabledMethods.includes(method)) {
    if (!takesNeutralWords && lacksWord(terminal, method)) return [wordMissing(method)];
    return findMissingCustomerFields(customer, requiredFieldsOf(terminal, method));
  }
  return [
    {
      code: 'METHOD_NOT_AVAILABLE',
      field: ['method'],
      message: `The method is not enabled for this account; ${terminal.enabledMethods.join(', ') || 'none'} is.`,
    },
  ];
}

function wordMissing(method: OrderMethod): OrderRequestProblem {
  return {
    code: 'METHOD_NOT_CONFIGURED',
    field: ['method'],
    message: `The provider's word for ${method} is not known yet: set it in the terminal profile of the account.`,
  };
}

function cardProblems({ method, card }: Asked): OrderRequestProblem[] {
  if (method === 'CARD_IN_ORDER') {
    if (card) return findCardProblems(card);
    return [{ code: 'CARD_REQUIRED', field: ['card'], message: 'card is required for CARD_IN_ORDER.' }];
  }
  if (!card) return [];
  return [{ code: 'CARD_NOT_TAKEN', field: ['card'], message: 'card is taken with CARD_IN_ORDER only.' }];
}

function hostProblems(
  field: 'successUrl' | 'failUrl',
  text: string | null,
  { redirectHosts, allowsLoopback }: OrderRules,
): OrderRequestProblem[] {
  const url = text === null ? null : parseRedirect(text);
  if (!url) return [];
  if (isLoopbackHost(url.hostname) && !allowsLoopback) {
    return [{ code: 'URL_HOST_NOT_ALLOWED', field: [field], message: `${field} names the payer's own machine.` }];
  }
  if (redirectHosts.length === 0 || redirectHosts.includes(url.hostname)) return [];
  return [{ code: 'URL_HOST_NOT_ALLOWED', field: [field], message: `${field} names a host that is not allowed here.` }];
}

/** Returns the problem with a URL that payers are redirected to, whatever its host; null if it is valid. */
export function findUrlProblem(text: string): UrlProblem | null {
  const url = parseRedirect(text);
  if (!url) {
    const rule = `must be an absolute https URL of at most ${MAX_URL_LENGTH} characters, without credentials.`;
    return { code: 'URL_INVALID', rule };
  }
  const holdsCard = containsCardNumber(text) || containsCardNumber(decoded(url.href));
  return holdsCard ? { code: 'CARD_NUMBER_IN_TEXT', rule: 'must not hold a card number.' } : null;
}

/** Parses a URL that all software interprets in the same way; null for any other. */
function parseRedirect(text: string): URL | null {
  if (text.length > MAX_URL_LENGTH) return null;
  // For browsers a backslash ends the host; in RFC 3986 it does not.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // The URL carries the result of a payment, so plain http is allowed only for a developer's own machine.
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  const isPlain = text.toLowerCase().startsWith(`${url.protocol}//${url.host}`);
  return isWeb && isPlain && url.username === '' && url.password === '' ? url : null;
}

/** Returns the decoded URL, or the URL itself if it cannot be decoded. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
