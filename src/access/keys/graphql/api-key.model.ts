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

/** Returns the roles of a key or person that this version supports. */
export function toApiKeyRoles(roles: readonly string[]): ApiKeyRole[] {
  return roles.filter(isRole).map((role) => role.toUpperCase() as ApiKeyRole);
}

export const ApiKeyRoleEnum = describedEnum<ApiKeyRole>({
  name: 'ApiKeyRole',
  description: 'Role of a caller. docs/access.md lists the scopes of each role.',
  values: {
    VIEWER: 'Reads everything, with personal data masked.',
    OPERATOR: 'Takes payments, creates payouts and proposes outcomes for unconfirmed payouts.',
    APPROVER: 'Approves payouts and confirms changes that others propose, but creates nothing.',
    ADMIN: 'Manages keys, limits and terminals, but moves no money.',
    AUDITOR: 'Reads the audit log.',
  },
});

export const ApiKeyStatusEnum = describedEnum<ApiKeyStatus>({
  name: 'ApiKeyStatus',
  description: 'State of an API key; only an ACTIVE key can be used.',
  values: {
    PENDING:
      'The key is waiting for a second person to confirm it, or for its holder to redeem it. Each must happen within a day.',
    ACTIVE: 'The key can be used.',
    EXPIRED: 'The key expired, or was not confirmed or redeemed within a day.',
    REVOKED: 'A person revoked the key.',
    REPLACED: 'Another key replaced this one in the configuration.',
  },
});

@ObjectType('ApiKey', { description: 'A key for calling the API. Its secret is not stored.' })
export class ApiKeyModel {
  @Field(() => ID, { description: "Purser's id for the key. It identifies the holder." })
  id: string;

  @Field(() => String, { description: 'Holder and purpose of the key.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: "First characters of the key; null if the key is not in Purser's format.",
  })
  prefix: string | null;

  @Field(() => [ApiKeyRoleEnum], { description: 'Roles of the key.' })
  roles: ApiKeyRole[];

  @Field(() => [String], { description: 'All scopes of the key: those of its roles and those granted in addition.' })
  scopes: readonly string[];

  @Field(() => ApiKeyStatusEnum, { description: 'State of the key; only an ACTIVE key can be used.' })
  status: ApiKeyStatus;

  @Field(() => [String], { description: 'Addresses and networks from which the key may be used; empty for any.' })
  allowedAddresses: string[];

  @Field(() => [AccountModel], {
    name: 'accounts',
    description: 'Merchant accounts that the key can see and act for; empty for all.',
  })
  accountIds: string[];

  @Field(() => ActorModel, {
    nullable: true,
    description: 'Who created the key; null if the key comes from the configuration.',
  })
  createdBy: string | null;

  @Field(() => DateTimeScalar, { description: 'When the key was created.' })
  createdAt: Date;

  @Field(() => ActorModel, {
    nullable: true,
    description: 'The second person, who confirmed the key; null if the key is not confirmed or needs no confirmation.',
  })
  confirmedBy: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the holder redeemed the key; null if the key is not redeemed or does not need to be.',
  })
  redeemedAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the secret was last rotated.' })
  rotatedAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'The time until which the previous secret also works.' })
  previousSecretUntil: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the key expires; null for never.' })
  expiresAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the key was last used, to the minute.' })
  lastUsedAt: Date | null;

  @Field(() => ActorModel, { nullable: true, description: 'Who revoked the key.' })
  revokedBy: string | null;

  @Field(() => String, { nullable: true, description: 'Why the key was revoked.' })
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
