import { type DynamicModule, Global, Injectable, Module } from '@nestjs/common';
import {
  Args,
  ArgsType,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Subscription,
} from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import type { DecimalString } from '../../../common/decimal.js';
import type { Config } from '../../config/config.js';
import { ConfigModule } from '../../config/config.module.js';
import { ReadTimedOutError } from '../../database/reads/timed-read.js';
import { NoFreeConnectionError } from '../../database/connection/guarded-pool.js';
import { MetricsRegistry } from '../../observability/metrics-registry.js';
import { type Connection, toConnection } from '../connection/connection.js';
import { createConnectionType } from '../connection/connection-type.js';
import type { SortKey } from '../connection/cursor.js';
import { PageArguments } from '../connection/page-arguments.js';
import { toPageRequest } from '../connection/page-request.js';
import { GraphqlModule } from '../graphql.module.js';
import { type Caller, CallerAuthenticator, type Credentials, SchemaProtector } from '../request-context.js';
import { DecimalScalar } from '../scalars/decimal.scalar.js';
import { ResumeError } from '../errors/resume-error.js';
import type { SubscriptionsOptions } from '../subscriptions/subscriptions-options.js';
import { UserError } from '../user-error.model.js';

export const KEY = 'Bearer good-key';
export const SESSION = 'good-session';
export const SECRET = 'secret-4111111111111111';

@Injectable()
export class ToyKeys extends CallerAuthenticator {
  caller: Caller | null = {
    id: 'k1',
    kind: 'API_KEY',
    name: 'toy',
    roles: [],
    scopes: new Set(['read']),
    accountIds: [],
    expiresAt: null,
    secretHash: null,
    session: null,
  };

  authenticate({ authorization, sessionSecret }: Credentials): Promise<Caller | null> {
    const isKnown = authorization === undefined ? sessionSecret === SESSION : authorization === KEY;
    return Promise.resolve(isKnown ? this.caller : null);
  }

  recheck(credentials: Credentials): Promise<Caller | null> {
    return this.authenticate(credentials);
  }

  admitStranger(): boolean {
    return false;
  }

  admit(): void {
    // The toy application has no rate limits.
  }

  begin(): Promise<() => void> {
    return Promise.resolve(() => undefined);
  }
}

@Injectable()
class ToyProtector extends SchemaProtector {
  protect(schema: GraphQLSchema): GraphQLSchema {
    return schema;
  }
}

@Module({
  providers: [
    ToyKeys,
    { provide: CallerAuthenticator, useExisting: ToyKeys },
    { provide: SchemaProtector, useClass: ToyProtector },
  ],
  exports: [CallerAuthenticator, SchemaProtector, ToyKeys],
})
class ToyAccessModule {}

@ObjectType({ description: 'A thing.' })
class Toy {
  @Field(() => ID)
  id: string;

  @Field(() => DecimalScalar, { nullable: true })
  amount?: DecimalString;

  @Field(() => Toy, { nullable: true })
  parent?: Toy;
}

@InputType()
class CreateToyInput {
  @Field(() => DecimalScalar)
  amount: DecimalString;

  @Field(() => [DecimalScalar], { nullable: true })
  parts?: DecimalString[];

  @Field(() => CreateToyInput, { nullable: true })
  inner?: CreateToyInput;
}

@ArgsType()
class ToysArguments extends PageArguments {
  @Field(() => String, { nullable: true })
  name?: string;
}

const ToyConnection = createConnectionType(Toy, 'Toy');
const BY_ID: SortKey = { name: 'ID', kind: 'text' };
const toyIds = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

enum RenameToyErrorCode {
  NAME_TAKEN = 'NAME_TAKEN',
}
registerEnumType(RenameToyErrorCode, { name: 'RenameToyErrorCode' });

@ObjectType({ implements: () => UserError })
class RenameToyUserError extends UserError {
  @Field(() => RenameToyErrorCode)
  code: RenameToyErrorCode;
}

@ObjectType()
class RenameToyPayload {
  @Field(() => Toy, { nullable: true })
  toy: Toy | null;

  @Field(() => [RenameToyUserError])
  userErrors: RenameToyUserError[];
}

@Resolver()
class ToyResolver {
  static counted = 0;

  @Query(() => Toy, { nullable: true })
  toy(
    @Args('id', { type: () => ID }) id: string,
    @Args('amount', { type: () => DecimalScalar, nullable: true }) amount?: DecimalString,
  ): Toy {
    return Object.assign(new Toy(), { id, amount });
  }

  @Query(() => Int)
  number(@Args('of', { type: () => Int, nullable: true }) of?: number): number {
    return of ?? 1;
  }

  @Query(() => ToyConnection)
  toys(@Args() args: ToysArguments): Connection<Toy> {
    const page = toPageRequest(args, BY_ID);
    const start = page.cursor === null ? 0 : toyIds.indexOf(page.cursor.id) + 1;
    return toConnection({
      page,
      sort: BY_ID,
      rows: toyIds.slice(start, start + page.limit + 1),
      positionOf: (id) => ({ value: id, id }),
      toNode: (id) => Object.assign(new Toy(), { id }),
      countAll: () => Promise.resolve((ToyResolver.counted += 1)),
    });
  }

  @Query(() => Int, { nullable: true })
  boom(): number {
    throw Object.assign(new Error(`duplicate key ${SECRET}`), { code: '23505', constraint: 'uq_toys' });
  }

  @Mutation(() => Toy)
  createToy(@Args('input') { amount }: CreateToyInput): Toy {
    return Object.assign(new Toy(), { id: '1', amount });
  }

  @Mutation(() => RenameToyPayload)
  renameToy(): RenameToyPayload {
    const refusal = { message: 'Another toy has this name.', field: ['name'], code: RenameToyErrorCode.NAME_TAKEN };
    const userErrors = [Object.assign(new RenameToyUserError(), refusal)];
    return Object.assign(new RenameToyPayload(), { toy: null, userErrors });
  }

  @Subscription(() => Int, { resolve: (value: number) => value })
  async *ticks(
    @Args('amount', { type: () => DecimalScalar, nullable: true }) _amount?: DecimalString,
  ): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => undefined);
  }

  @Subscription(() => String, { resolve: (value: string) => value })
  async *flood(): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve('x'.repeat(256 * 1024));
  }

  @Subscription(() => Int, { resolve: (value: number) => value })
  async *breaks(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new ResumeError('Toys were lost');
  }

  @Subscription(() => Int, {
    resolve: (value: number) => {
      if (value === 2) throw new Error(SECRET);
      return value;
    },
  })
  async *unreadable(): AsyncGenerator<number> {
    for (const value of [1, 2, 3]) yield await Promise.resolve(value);
  }

  @Subscription(() => Int, { resolve: (value: number) => value })
  async *fails(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new Error(SECRET);
  }

  @Subscription(() => Int, { resolve: (value: number) => value })
  async *timesOut(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new ReadTimedOutError();
  }

  @Subscription(() => Int, { resolve: (value: number) => value })
  async *findsBusy(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new NoFreeConnectionError();
  }

  @Subscription(() => Int, {
    resolve: (value: number) => (value === 2 ? Promise.reject(new ReadTimedOutError()) : value),
  })
  async *unreadableForLong(): AsyncGenerator<number> {
    for (const value of [1, 2, 3]) yield await Promise.resolve(value);
  }

  @Subscription(() => Int, {
    nullable: true,
    resolve: () => {
      throw new Error(SECRET);
    },
  })
  async *booms(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
  }
}

@Global()
@Module({ providers: [MetricsRegistry], exports: [MetricsRegistry] })
class ToyMetricsModule {}

/** The smallest application with everything that the transports must protect. */
export function toyModule(config: Config, subscriptions: Partial<SubscriptionsOptions>): DynamicModule {
  @Module({
    imports: [
      ConfigModule.with(config),
      ToyMetricsModule,
      GraphqlModule.register({ imports: [ToyAccessModule], subscriptions }),
    ],
    providers: [ToyResolver],
  })
  class ToyModule {}
  return { module: ToyModule };
}
