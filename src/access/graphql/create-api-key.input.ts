import { Field, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import type { ApiKeyWish } from '../domain/api-key.wish.js';
import type { Role } from '../scopes.js';
import { type ApiKeyRole, ApiKeyRoleEnum } from './api-key.model.js';

@InputType('CreateApiKeyInput', { description: 'The API key that is wanted.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Whose it is and what for, in 1 to 100 printable characters.' })
  name: string;

  @Field(() => [ApiKeyRoleEnum], { description: 'Its roles; OPERATOR and APPROVER exclude each other.' })
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

  @Field(() => DateTimeScalar, { description: 'When it stops working, at most 365 days from now.' })
  expiresAt: Date;
}

export function toApiKeyWish(input: CreateApiKeyInput): ApiKeyWish {
  return {
    name: input.name,
    roles: input.roles.map((role) => role.toLowerCase() as Role),
    scopes: input.scopes ?? [],
    allowedAddresses: input.allowedAddresses ?? [],
    expiresAt: input.expiresAt,
  };
}
