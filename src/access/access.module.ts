import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerAuthenticator, SchemaProtector } from '../graphql/request-context.js';
import { AccountBounds } from './account-bounds.js';
import { AccountBoundsGuard } from './account-bounds.guard.js';
import { AccountBoundsInterceptor } from './account-bounds.interceptor.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyedCallerAuthenticator } from './caller.authenticator.js';
import { ConfiguredKeys } from './configured-keys.js';
import { CurrentAuthority } from './current-authority.js';
import { FailedAttempts } from './failed-attempts.js';
import { ApiKeysResolver } from './graphql/api-keys.resolver.js';
import { HeldScopes } from './held-scopes.js';
import { PeopleService } from './oidc/people.service.js';
import { OnePersonInterceptor } from './one-person.interceptor.js';
import { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysPageQuery } from './persistence/api-keys-page.query.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import { RedeemApiKeyService } from './redeem-api-key.service.js';
import { RefusedAttempts } from './refused-attempts.js';
import { CallerReplayLimits } from './replay-limits.js';
import { RequestLimits } from './request-limits.js';
import { SamePerson } from './same-person.js';
import { ScopeGuard } from './scope.guard.js';
import { ScopedSchemaProtector } from './scoped-schema.protector.js';
import { PersonEntity } from './persistence/person.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity, PersonEntity])],
  providers: [
    ApiKeysRepository,
    ApiKeysPageQuery,
    ApiKeysService,
    ApiKeysResolver,
    RedeemApiKeyService,
    SamePerson,
    CurrentAuthority,
    ConfiguredKeys,
    PeopleService,
    RequestLimits,
    CallerReplayLimits,
    RefusedAttempts,
    FailedAttempts,
    HeldScopes,
    KeyedCallerAuthenticator,
    { provide: CallerAuthenticator, useExisting: KeyedCallerAuthenticator },
    { provide: SchemaProtector, useClass: ScopedSchemaProtector },
    AccountBounds,
    { provide: APP_GUARD, useClass: ScopeGuard },
    // After the scopes: who may not run an operation at all learns nothing of accounts.
    { provide: APP_GUARD, useClass: AccountBoundsGuard },
    { provide: APP_INTERCEPTOR, useClass: AccountBoundsInterceptor },
    { provide: APP_INTERCEPTOR, useClass: OnePersonInterceptor },
  ],
  exports: [CallerAuthenticator, SchemaProtector, SamePerson, CurrentAuthority, HeldScopes, AccountBounds],
})
export class AccessModule {}
