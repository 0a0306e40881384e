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

// A line of a list.
const MAX_NAME_LENGTH = 100;

// A key for more accounts should be one for all: a merchant has a handful of contracts with the provider.
const MAX_ACCOUNTS = 20;

@InputType('CreateApiKeyInput', { description: 'The API key that is wanted.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Whose it is and what for, in 1 to 100 printable characters.' })
  @Text({ max: MAX_NAME_LENGTH, code: 'NAME_INVALID' })
  name: string;

  @Field(() => [ApiKeyRoleEnum], { description: 'Its roles; OPERATOR, APPROVER and ADMIN exclude each other.' })
  roles: ApiKeyRole[];

  @Field(() => [String], {
    nullable: true,
    description: 'Scopes beside those of its roles, such as "orders:create" for the key of a website.',
  })
  @DomainRule(
    'scopes of Purser, none with a duty that may not be combined with the other scopes and roles',
    'SCOPE_UNKNOWN',
    'DUTIES_COMBINED',
  )
  scopes?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'IP addresses and networks (CIDR) it may be used from, 20 at most; from anywhere when absent.',
  })
  @DomainRule('20 IP addresses and networks at most', 'ADDRESS_INVALID', 'TOO_MANY_ADDRESSES')
  allowedAddresses?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Merchant accounts it sees and acts for, 20 at most; all of them when absent or empty. A bound key cannot manage keys, ' +
      'rules and the gate, list change requests, nor read the audit log.',
  })
  @MaxEntries(MAX_ACCOUNTS, 'TOO_MANY_ACCOUNTS')
  @Ids()
  accountIds?: string[] | null;

  @Field(() => DateTimeScalar, { description: 'When it stops working, at most 365 days from now.' })
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

@ObjectType('CreateApiKeyPayload', { description: 'The key that was made, and the problems with the request.' })
export class CreateApiKeyPayload extends mutationPayload('CreateApiKey', {
  description: 'Why an API key was not made.',
  values: {
    NAME_INVALID:
      'The name is empty, too long or unprintable, holds a card number, is a name of Purser itself, or mixes alphabets in a word.',
    NAME_TAKEN: 'Another key that is in use or pending has this name.',
    NOTHING_GRANTED: 'It has neither a role nor a scope.',
    SCOPE_UNKNOWN: 'There is no such scope.',
    DUTIES_COMBINED: 'Creating payouts, approving payouts and managing keys exclude each other.',
    ADDRESS_INVALID: 'An entry is no IP address and no network.',
    TOO_MANY_ACCOUNTS: 'There are more than 20 accounts.',
    ACCOUNT_NOT_FOUND: 'One of the accounts does not exist.',
    TOO_MANY_ADDRESSES: 'There are more than 20 addresses.',
    TOO_MANY_PENDING: 'Too many keys wait to be confirmed or redeemed, which is 100.',
    EXPIRES_AT_INVALID: 'It would end in the past, or in more than 365 days.',
  },
}) {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: 'The key; it opens nothing until another person confirms it and its holder redeems it.',
  })
  apiKey: ApiKeyModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first half, shown this once. Hand it to the holder; whoever confirms the key gets the second half.',
  })
  firstHalf: string | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when no key was made.',
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
