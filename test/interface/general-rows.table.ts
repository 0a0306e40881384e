import { type InterfaceRow, row, silence } from './interface-row.js';

const EXCHANGE = 'src/provider/client/exchange/http-exchange.ts';
const READING = 'src/provider/client/answer-reading.ts';

const CREATE_SPEC = 'src/provider/http-orders-create.spec.ts';
const PAYOUT_CREATE_SPEC = 'src/provider/http-payouts-create.spec.ts';
const READS_SPEC = 'src/provider/http-reads.spec.ts';
const FORMS_SPEC = 'src/provider/http-answer-forms.spec.ts';
const PROFILE_SPEC = 'src/provider/profile/provider-profile.spec.ts';

/** Statements about every call: addresses, tokens, errors, limits and versions. */
export const GENERAL_ROWS: readonly InterfaceRow[] = [
  row(
    'paths are relative to a base URL',
    EXCHANGE,
    READS_SPEC,
    'appends its path to the path of the configured base URL',
  ),
  row(
    'bodies are JSON',
    'src/provider/client/exchange/json-body.ts',
    FORMS_SPEC,
    'a payout with the content type %j is read',
  ),
  row('every request has X-Api-Token', EXCHANGE, CREATE_SPEC, 'sends the documented request once'),
  row(
    'requests with a body have Content-Type application/json',
    EXCHANGE,
    PAYOUT_CREATE_SPEC,
    'sends the documented request once',
  ),
  silence('the way in which tokens are issued is not shown', READS_SPEC, 'rejects a token that no header can contain'),
  row(
    'all paths begin with /v1',
    'src/provider/http-orders.adapter.ts',
    CREATE_SPEC,
    'sends the documented request once',
  ),
  silence('other versions are not shown', READS_SPEC, 'appends its path to the path of the configured base URL'),
  silence('the form of error bodies is not shown', CREATE_SPEC, 'returns only the safe part of the refusal %j'),
  silence(
    'HTTP statuses of refusals are not shown',
    CREATE_SPEC,
    'takes the list of definite refusals from the profile',
  ),
  silence(
    'error codes are not shown',
    PAYOUT_CREATE_SPEC,
    '%s leads to the matching outcome, after exactly one request',
  ),
  silence(
    'the answer about an unknown id is not shown',
    'src/provider/http-orders-read.spec.ts',
    'an answer with %s is not retried',
  ),
  silence('rate limits are not shown', 'src/provider/budget/request-budget.spec.ts', 'budget'),
  silence('sizes are not shown', 'src/provider/http-reads.spec.ts', 'returns unavailable after %s'),
  row(
    'an answer that cannot be used says which field',
    READING,
    FORMS_SPEC,
    'a new order with %j is malformed, and the reason omits the value',
  ),
  silence('Retry-After is not mentioned', FORMS_SPEC, 'waits until the date in Retry-After before it retries'),
  row(
    'a profile whose lists contradict each other is refused',
    'src/provider/profile/profile-contradictions.ts',
    PROFILE_SPEC,
    'rejects the overrides %j and names the key',
  ),
];
