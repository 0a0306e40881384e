import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Ids } from '../../../platform/graphql/validation/id.decorator.js';
import { MaxEntries } from '../../../platform/graphql/validation/max-entries.decorator.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import type { Role } from '../../scopes/scopes.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../changes/graphql/change-request.model.js';
import type { ApiKeyDraft } from '../domain/api-key-draft.js';
import type { CreateApiKeyResult } from '../api-keys.service.js';
import { ApiKeyModel, type ApiKeyRole, ApiKeyRoleEnum, toApiKeyModel } from './api-key.model.js';

// Fits on one line of a list.
const MAX_NAME_LENGTH = 100;

// A merchant has only a handful of contracts with the provider, so a key for more accounts should be one for all
// accounts.
const MAX_ACCOUNTS = 20;

@InputType('CreateApiKeyInput', { description: 'The API key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Holder and purpose of the key: 1 to 100 printable characters.' })
  @Text({ max: MAX_NAME_LENGTH, code: 'NAME_INVALID' })
  name: string;

  @Field(() => [ApiKeyRoleEnum], {
    description: 'Roles of the key. OPERATOR, APPROVER and ADMIN are mutually exclusive.',
  })
  roles: ApiKeyRole[];

  @Field(() => [String], {
    nullable: true,
    description: 'Scopes in addition to those of its roles, such as "orders:create" for a website\'s key.',
  })
  @DomainRule(
    'scopes of Purser, none with a duty that may not be combined with the other scopes and roles',
    'SCOPE_UNKNOWN',
    'DUTIES_COMBINED',
  )
  scopes?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'IP addresses and networks (CIDR) from which the key may be used, at most 20; absent for any.',
  })
  @DomainRule('20 IP addresses and networks at most', 'ADDRESS_INVALID', 'TOO_MANY_ADDRESSES')
  allowedAddresses?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Merchant accounts that the key can see and act for, at most 20; absent or empty for all. A key that is limited to accounts cannot manage keys, rules or the gate, list change requests, or read the audit log.',
  })
  @MaxEntries(MAX_ACCOUNTS, 'TOO_MANY_ACCOUNTS')
  @Ids()
  accountIds?: string[] | null;

  @Field(() => DateTimeScalar, { description: 'When the key expires, at most 365 days from now.' })
  expiresAt: Date;
}

export function toApiKeyDraft(input: CreateApiKeyInput): ApiKeyDraft {
  return {
    name: input.name,
    roles: input.roles.map((role) => role.toLowerCase() as Role),
    scopes: input.scopes ?? [],
    allowedAddresses: input.allowedAddresses ?? [],
    accountIds: input.accountIds ?? [],
    expiresAt: input.expiresAt,
  };
}

@ObjectType('CreateApiKeyPayload', { description: 'The new key, and the problems with the request.' })
export class CreateApiKeyPayload extends mutationPayload('CreateApiKey', {
  description: 'Why an API key was not created.',
  values: {
    NAME_INVALID:
      'The name is empty, too long or unprintable, contains a card number, is reserved for Purser, or mixes alphabets within a word.',
    NAME_TAKEN: 'Another active or pending key has this name.',
    NOTHING_GRANTED: 'The key has neither a role nor a scope.',
    SCOPE_UNKNOWN: 'There is no such scope.',
    DUTIES_COMBINED: 'A key may be allowed only one of these: create payouts, approve payouts, manage keys.',
    ADDRESS_INVALID: 'An entry is neither an IP address nor a network.',
    TOO_MANY_ACCOUNTS: 'More than 20 accounts were given.',
    ACCOUNT_NOT_FOUND: 'One of the accounts does not exist.',
    TOO_MANY_ADDRESSES: 'More than 20 addresses were given.',
    TOO_MANY_PENDING: 'Too many keys are waiting to be confirmed or redeemed; at most 100 may.',
    EXPIRES_AT_INVALID: 'The expiry is in the past, or more than 365 days from now.',
  },
}) {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: 'The key. It can be used once another person has confirmed it and its holder has redeemed it.',
  })
  apiKey: ApiKeyModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first half of the key, shown only once. Give it to the holder. The person who confirms the key receives the second half.',
  })
  firstHalf: string | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toCreateApiKeyPayload({
  key,
  shown,
  changeRequest,
  refusals,
}: CreateApiKeyResult): CreateApiKeyPayload {
  return {
    apiKey: key && toApiKeyModel(key),
    firstHalf: shown?.reveal() ?? null,
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusals),
  };
}
