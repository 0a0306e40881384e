import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../platform/database/api-reads.js';
import { CallerAuthenticator, SchemaProtector } from '../platform/graphql/request-context.js';
import { AccountBoundsGuard } from './accounts/account-bounds.guard.js';
import { AccountBounds } from './accounts/account-bounds.js';
import { ActorLoader } from './actors/actor-loader.js';
import { ActorsResolver } from './actors/actors.resolver.js';
import { DeskChangesResolver } from './viewer/desk-changes.resolver.js';
import { DeskResolver } from './viewer/desk.resolver.js';
import { ViewerResolver } from './viewer/viewer.resolver.js';
import { CurrentAuthority } from './authority/current-authority.js';
import { RefusedAttempts } from './authority/refused-attempts.js';
import { ScopeGuard } from './authority/scope.guard.js';
import { ScopedSchemaProtector } from './authority/scoped-schema-protector.js';
import { ChangeHandlers } from './changes/change-handlers.js';
import { ChangeRecordsService } from './changes/change-records.service.js';
import { ChangeRequestsService } from './changes/change-requests.service.js';
import { ConfirmChangeRequestService } from './changes/confirm-change-request.service.js';
import { DeclineChangeRequestService } from './changes/decline-change-request.service.js';
import { ChangeRequestsResolver } from './changes/graphql/change-requests.resolver.js';
import { ChangeRequestEntity } from './changes/persistence/change-request.entity.js';
import { ChangeRequestsRepository } from './changes/persistence/change-requests.repository.js';
import { ApiKeyChangeHandler } from './keys/api-key-change.handler.js';
import { ApiKeyRecordsService } from './keys/api-key-records.service.js';
import { ApiKeysService } from './keys/api-keys.service.js';
import { KeyedCallerAuthenticator } from './keys/caller-authenticator.js';
import { CredentialLookup } from './keys/credential-lookup.js';
import { ConfiguredKeys } from './keys/configured-keys.js';
import { ApiKeysResolver } from './keys/graphql/api-keys.resolver.js';
import { ApiKeyEntity } from './keys/persistence/api-key.entity.js';
import { ApiKeysPageQuery } from './keys/persistence/api-keys-page.query.js';
import { ApiKeysRepository } from './keys/persistence/api-keys.repository.js';
import { RedeemApiKeyService } from './keys/redeem-api-key.service.js';
import { FailedAttempts } from './limits/failed-attempts.js';
import { CallerReplayLimits } from './limits/replay-limits.js';
import { RequestLimits } from './limits/request-limits.js';
import { PersonBlocksService } from './people/blocks/person-blocks.service.js';
import { PersonUnblockHandler } from './people/blocks/person-unblock.handler.js';
import { PeopleResolver } from './people/graphql/people.resolver.js';
import { PeoplePageQuery } from './people/persistence/people-page.query.js';
import { PeopleRepository } from './people/persistence/people.repository.js';
import { PeopleService } from './people/people.service.js';
import { PersonEntity } from './people/persistence/person.entity.js';
import { SamePerson } from './people/persistence/same-person.sql.js';
import { DashboardSessionsController } from './sessions/dashboard-sessions.controller.js';
import { PersonSignInController } from './sessions/person-sign-in.controller.js';
import { SessionTokens } from './sessions/session-tokens.js';
import { IdentityProvider } from './people/identity-provider.js';
import { ActorSessionsService } from './sessions/actor-sessions.service.js';
import { DashboardSessionsService } from './sessions/dashboard-sessions.service.js';
import { DashboardSessionsResolver } from './sessions/graphql/dashboard-sessions.resolver.js';
import { DashboardSessionEntity } from './sessions/persistence/dashboard-session.entity.js';
import { DashboardSessionsRepository } from './sessions/persistence/dashboard-sessions.repository.js';
import { UsedSignInEntity } from './sessions/persistence/used-sign-in.entity.js';
import { UsedSignInsService } from './sessions/used-sign-ins.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ApiKeyEntity,
      PersonEntity,
      ChangeRequestEntity,
      DashboardSessionEntity,
      UsedSignInEntity,
    ]),
    TypeOrmModule.forFeature([ApiKeyEntity, PersonEntity, ChangeRequestEntity], READS),
  ],
  controllers: [DashboardSessionsController, PersonSignInController],
  providers: [
    ApiKeysRepository,
    ApiKeysPageQuery,
    ApiKeysService,
    ApiKeysResolver,
    ApiKeyChangeHandler,
    ApiKeyRecordsService,
    RedeemApiKeyService,
    ChangeHandlers,
    ChangeRequestsRepository,
    ChangeRecordsService,
    ChangeRequestsService,
    ConfirmChangeRequestService,
    DeclineChangeRequestService,
    ChangeRequestsResolver,
    ActorLoader,
    ActorsResolver,
    ViewerResolver,
    DeskResolver,
    DeskChangesResolver,
    SamePerson,
    CurrentAuthority,
    ConfiguredKeys,
    PeopleService,
    PeopleRepository,
    PeoplePageQuery,
    PeopleResolver,
    PersonBlocksService,
    PersonUnblockHandler,
    RequestLimits,
    CallerReplayLimits,
    RefusedAttempts,
    FailedAttempts,
    DashboardSessionsRepository,
    DashboardSessionsService,
    DashboardSessionsResolver,
    ActorSessionsService,
    SessionTokens,
    UsedSignInsService,
    IdentityProvider,
    CredentialLookup,
    KeyedCallerAuthenticator,
    { provide: CallerAuthenticator, useExisting: KeyedCallerAuthenticator },
    { provide: SchemaProtector, useClass: ScopedSchemaProtector },
    AccountBounds,
    { provide: APP_GUARD, useClass: ScopeGuard },
    // Runs after the scope check, so that a caller who may not run an operation finds out nothing about accounts.
    { provide: APP_GUARD, useClass: AccountBoundsGuard },
  ],
  exports: [
    ApiKeysPageQuery,
    CallerAuthenticator,
    SchemaProtector,
    SamePerson,
    CurrentAuthority,
    RefusedAttempts,
    AccountBounds,
    RequestLimits,
    ChangeHandlers,
    ChangeRequestsService,
  ],
})
export class AccessModule {}
