import { Field, ID, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../accounts/graphql/account.model.js';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { type ApiKeyStatus, statusOf } from '../domain/api-key-status.js';
import { grantsOf } from '../grants.js';
import type { ApiKeyEntity } from '../persistence/api-key.entity.js';
import { isRole, type Role } from '../../scopes/scopes.js';

export type ApiKeyRole = Uppercase<Role>;

/** The roles of a key or person that this version knows. */
export function toApiKeyRoles(roles: readonly string[]): ApiKeyRole[] {
  return roles.filter(isRole).map((role) => role.toUpperCase() as ApiKeyRole);
}

export const ApiKeyRoleEnum = describedEnum<ApiKeyRole>({
  name: 'ApiKeyRole',
  description: 'Task of a caller. docs/access.md lists the scopes of each role.',
  values: {
    VIEWER: 'Looks at everything, masked.',
    OPERATOR: 'Takes payments, creates payouts and proposes outcomes of unconfirmed payouts.',
    APPROVER: 'Approves payouts and confirms what others propose, and creates nothing.',
    ADMIN: 'Looks after keys, limits and terminals, and moves no money.',
    AUDITOR: 'Reads the audit log.',
  },
});

export const ApiKeyStatusEnum = describedEnum<ApiKeyStatus>({
  name: 'ApiKeyStatus',
  description: 'State of an API key; only an ACTIVE one opens anything.',
  values: {
    PENDING: 'It waits for a second person to confirm it, or for its holder to redeem it: a day for each.',
    ACTIVE: 'It is in use.',
    EXPIRED: 'Its time is over, or nobody confirmed or redeemed it within a day.',
    REVOKED: 'A person revoked it.',
    REPLACED: 'Another key stands in its place in the configuration.',
  },
});

@ObjectType('ApiKey', { description: 'A key that somebody presents to the API. Its secret is kept nowhere.' })
export class ApiKeyModel {
  @Field(() => ID, { description: "Purser's id of it, which stands for whoever holds it." })
  id: string;

  @Field(() => String, { description: 'Whose it is and what for.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: "First characters of the key; null when the key does not have Purser's form.",
  })
  prefix: string | null;

  @Field(() => [ApiKeyRoleEnum], { description: 'Its roles.' })
  roles: ApiKeyRole[];

  @Field(() => [String], { description: 'Everything it opens: the scopes of its roles, and its own.' })
  scopes: readonly string[];

  @Field(() => ApiKeyStatusEnum, { description: 'State of the key; only an ACTIVE key opens anything.' })
  status: ApiKeyStatus;

  @Field(() => [String], { description: 'Addresses and networks it may be used from; from anywhere when empty.' })
  allowedAddresses: string[];

  @Field(() => [AccountModel], {
    name: 'accounts',
    description: 'Merchant accounts it sees and acts for; all of them when empty.',
  })
  accountIds: string[];

  @Field(() => ActorModel, { nullable: true, description: 'Who made it; null when it comes from the configuration.' })
  createdBy: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => ActorModel, { nullable: true, description: 'Who confirmed it; null when nobody had to, or has.' })
  confirmedBy: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its holder redeemed it; null while it waits, and for a key that nobody had to redeem.',
  })
  redeemedAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When its secret was last exchanged.' })
  rotatedAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Until when the secret before works too.' })
  previousSecretUntil: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it stops working by itself; null for never.' })
  expiresAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last used, to the minute.' })
  lastUsedAt: Date | null;

  @Field(() => ActorModel, { nullable: true, description: 'Who revoked it.' })
  revokedBy: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was revoked.' })
  revokeReason: string | null;
}

export const ApiKeyConnectionModel = createConnectionType(ApiKeyModel, 'ApiKey');

export function toApiKeyModel(key: ApiKeyEntity): ApiKeyModel {
  const now = new Date();
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    roles: toApiKeyRoles(key.roles),
    scopes: grantsOf(key),
    status: statusOf(key, now),
    allowedAddresses: key.allowedAddresses,
    accountIds: key.accountIds,
    createdBy: key.createdBy,
    createdAt: key.createdAt,
    confirmedBy: key.confirmedBy,
    redeemedAt: key.redeemedAt,
    rotatedAt: key.rotatedAt,
    previousSecretUntil: key.previousUntil && key.previousUntil > now ? key.previousUntil : null,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
    revokedBy: key.revokedBy,
    revokeReason: key.revokeReason,
  };
}
