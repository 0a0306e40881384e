import { type DynamicModule, Logger, Module, type Type } from '@nestjs/common';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import { Counter } from 'prom-client';
import { Config } from '../config/config.js';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { TrustedDocuments } from './documents/trusted-documents.js';
import { ErrorFormatter } from './errors/error-formatter.js';
import { GraphqlExceptionsFilter } from './errors/graphql-exceptions-filter.js';
import { ExecutionPlugin } from './execution/execution.plugin.js';
import { Execution } from './execution/execution.js';
import { KnownOperations } from './execution/known-operations.js';
import { OperationMetrics } from './execution/operation-metrics.js';
import { RootResults } from './execution/root-results.js';
import { StandbyMoments } from './execution/standby-moments.js';
import { DirectApolloDriver } from './http/apollo-driver.js';
import { ApolloOptions } from './http/apollo-options.js';
import { GraphqlRoute } from './http/graphql.route.js';
import {
  SUBSCRIPTIONS_OPTIONS,
  type SubscriptionsOptions,
  toSubscriptionsOptions,
} from './subscriptions/subscriptions-options.js';
import { SubscriptionsServer } from './subscriptions/subscriptions-server.js';
import { ValidateArguments } from './validation/validate-arguments.js';

/** Providers that only HTTP needs. */
const OF_REQUESTS = [
  GraphqlRoute,
  KnownOperations,
  Execution,
  ExecutionPlugin,
  OperationMetrics,
  RootResults,
  StandbyMoments,
];

/**
 * Providers that both transports need. They are a separate module, because Nest's GraphQL module can only inject from
 * modules that it imports.
 */
@Module({})
class TransportSharedModule {}

/** GraphQL over HTTP and WebSocket, with the same limits, rules and error format. */
@Module({})
export class GraphqlModule {
  /**
   * @param imports modules that export `CallerAuthenticator` and `SchemaProtector`; without these the application does
   * not start
   * @param subscriptions limits that override the defaults, for tests
   */
  static register({
    imports,
    subscriptions = {},
  }: {
    readonly imports: readonly (Type | DynamicModule)[];
    readonly subscriptions?: Partial<SubscriptionsOptions>;
  }): DynamicModule {
    const shared: DynamicModule = {
      module: TransportSharedModule,
      imports: [...imports],
      providers: [
        ...OF_REQUESTS,
        {
          provide: TrustedDocuments,
          inject: [Config],
          useFactory: ({ graphql: { trustedDocumentsFile: file } }: Config) =>
            file === null ? TrustedDocuments.any() : TrustedDocuments.load(file),
        },
        {
          provide: ErrorFormatter,
          inject: [MetricsRegistry],
          useFactory: (registry: MetricsRegistry) => {
            const logger = new Logger('GraphQL');
            const failed = new Counter({
              name: 'purser_operations_failed_total',
              help: 'GraphQL operations that ended in a fault of Purser or of its database.',
              registers: [registry],
            });
            return new ErrorFormatter((fault) => {
              failed.inc();
              logger.error({ event: 'operation_failed', ...fault });
            });
          },
        },
      ],
      exports: [...OF_REQUESTS, TrustedDocuments, ErrorFormatter, ...imports],
    };
    return {
      module: GraphqlModule,
      imports: [
        shared,
        GraphQLModule.forRootAsync<ApolloDriverConfig>({
          driver: DirectApolloDriver,
          imports: [shared],
          useClass: ApolloOptions,
        }),
      ],
      providers: [
        {
          provide: SUBSCRIPTIONS_OPTIONS,
          inject: [Config],
          useFactory: ({ sockets }: Config) => toSubscriptionsOptions(sockets, subscriptions),
        },
        SubscriptionsServer,
        { provide: APP_FILTER, useClass: GraphqlExceptionsFilter },
        { provide: APP_PIPE, useClass: ValidateArguments },
      ],
      exports: [SubscriptionsServer],
    };
  }
}
