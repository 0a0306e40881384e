import type { Server } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { GraphQLSchema } from 'graphql';
import { GraphqlRoute } from './graphql.route.js';

/** By this time Nest has built the schema. */
type BuiltOptions = Omit<ApolloDriverConfig, 'schema' | 'typeDefs' | 'resolvers'> & { readonly schema: GraphQLSchema };

/** Starts Apollo for use by our own route, without mounting it in Express. */
@Injectable()
export class DirectApolloDriver extends ApolloDriver {
  constructor(
    modules: ModulesContainer,
    private readonly route: GraphqlRoute,
  ) {
    super(modules);
  }

  override async registerServer({ plugins = [], ...options }: BuiltOptions): Promise<void> {
    const httpServer = this.httpAdapterHost.httpAdapter.getHttpServer() as Server;
    const drain = ApolloServerPluginDrainHttpServer({ httpServer });
    this.apolloServer = new ApolloServer({ ...options, plugins: [...plugins, drain] });
    await this.apolloServer.start();
    this.route.open(this.apolloServer);
  }
}
