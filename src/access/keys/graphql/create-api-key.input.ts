import { Field, ID, InputType } from '@nestjs/graphql';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import { DateTimeScalar } from '../../../graphql/scalars/date-time.scalar.js';
import type { ApiKeyWish } from '../domain/api-key.wish.js';
import type { Role } from '../../../scopes/scopes.js';
import { type ApiKeyRole, ApiKeyRoleEnum } from './api-key.model.js';

@InputType('CreateApiKeyInput', { description: 'The API key that is wanted.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Whose it is and what for, in 1 to 100 printable characters.' })
  name: string;

  @Field(() => [ApiKeyRoleEnum], { description: 'Its roles; OPERATOR, APPROVER and ADMIN exclude each other.' })
  roles: ApiKeyRole[];

  @Field(() => [String], {
    nullable: true,
    description: 'Scopes beside those of its roles, such as "orders:create" for the key of a shop.',
  })
  scopes?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'IP addresses and networks (CIDR) it may be used from, 20 at most; from anywhere when absent.',
  })
  allowedAddresses?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Merchant accounts it sees and acts for, 20 at most; all of them when absent or empty. A bound key cannot manage keys, ' +
      'rules, proposals and the gate, nor read the audit log.',
  })
  accountIds?: string[] | null;

  @Field(() => DateTimeScalar, { description: 'When it stops working, at most 365 days from now.' })
  expiresAt: Date;
}

export function toApiKeyWish(input: CreateApiKeyInput): ApiKeyWish {
  return {
    name: input.name,
    roles: input.roles.map((role) => role.toLowerCase() as Role),
    scopes: input.scopes ?? [],
    allowedAddresses: input.allowedAddresses ?? [],
    accountIds: (input.accountIds ?? []).map((id, at) => parseUuidInput(id, ['input', 'accountIds', String(at)])),
    expiresAt: input.expiresAt,
  };
}
