import { Controller, Delete, Get, HttpException, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { newId } from '../../common/ids.js';
import { Secret } from '../../common/secret.js';
import { Config } from '../../platform/config/config.js';
import { clientAddress } from '../../platform/graphql/http/client-address.js';
import {
  type DashboardCookie,
  dashboardCookie,
  SESSION_PATH,
  sessionSecretOf,
} from '../../platform/graphql/http/own-page.js';
import { AccessRefusedError } from '../../platform/graphql/request-context.js';
import { IdentityProvider } from '../people/identity-provider.js';
import { DashboardSessionsService, type SessionRequest } from './dashboard-sessions.service.js';

interface SessionAnswer {
  readonly session: { readonly endsAt: string } | null;
  /** Whether an identity provider is configured, so that people can sign in at `/dashboard/oidc`. */
  readonly hasIdentityProvider?: boolean;
}

/**
 * Signs people in to the dashboard and out of it. `admitOwnPages` admits requests from the dashboard's own pages only.
 */
@Controller(SESSION_PATH)
export class DashboardSessionsController {
  constructor(
    private readonly sessions: DashboardSessionsService,
    private readonly provider: IdentityProvider,
    private readonly config: Config,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SessionAnswer> {
    return this.answer(response, async (requestId) => ({
      session: shown(await this.sessions.find(this.read(request, requestId))),
      hasIdentityProvider: this.provider.isConfigured,
    }));
  }

  @Post()
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SessionAnswer> {
    return this.answer(response, async (requestId) => {
      const started = await this.sessions.start(apiKeyIn(request), this.read(request, requestId));
      if (!started) throw refusal(401, 'UNAUTHENTICATED', 'This API key is not valid.');
      response.cookie(this.cookie.name, started.secret.reveal(), this.cookie.options);
      return { session: shown(started) };
    });
  }

  /** Proves that the user has the session's key at hand. The session continues. */
  @Put()
  async prove(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SessionAnswer> {
    return this.answer(response, async (requestId) => {
      const session = await this.sessions.prove(apiKeyIn(request), this.read(request, requestId));
      if (!session) throw refusal(403, 'FORBIDDEN', 'This is not the API key of the session.');
      return { session: shown(session) };
    });
  }

  @Delete()
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SessionAnswer> {
    // The cookie is cleared whatever the outcome.
    response.clearCookie(this.cookie.name, this.cookie.options);
    return this.answer(response, async (requestId) => {
      await this.sessions.end(this.read(request, requestId));
      return { session: null };
    });
  }

  @Delete('everywhere')
  async signOutEverywhere(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionAnswer> {
    response.clearCookie(this.cookie.name, this.cookie.options);
    return this.answer(response, async (requestId) => {
      await this.sessions.endAll(this.read(request, requestId));
      return { session: null };
    });
  }

  private read(request: Request, requestId: string): SessionRequest {
    const address = clientAddress(request, this.config.http.trustedProxies);
    const sessionSecret = sessionSecretOf(request, this.config.http.ownOrigin);
    return { clientAddress: address, requestId, userAgent: request.headers['user-agent'], sessionSecret };
  }

  private get cookie(): DashboardCookie {
    return dashboardCookie(this.config.http.ownOrigin, 'session');
  }

  private async answer<Answer>(response: Response, work: (requestId: string) => Promise<Answer>): Promise<Answer> {
    const requestId = newId();
    response.setHeader('x-request-id', requestId);
    try {
      return await work(requestId);
    } catch (error) {
      if (!(error instanceof AccessRefusedError)) throw error;
      if (error.retryAfterSeconds !== null) response.setHeader('retry-after', error.retryAfterSeconds);
      throw refusal(error.status, error.code, error.message);
    }
  }
}

function apiKeyIn(request: Request): Secret {
  const { apiKey } = Object(request.body) as { readonly apiKey?: unknown };
  if (typeof apiKey !== 'string') throw refusal(400, 'BAD_REQUEST', 'The body must be JSON with an apiKey.');
  return new Secret(apiKey);
}

function shown(session: { readonly endsAt: Date } | null): SessionAnswer['session'] {
  return session && { endsAt: session.endsAt.toISOString() };
}

/** Uses GraphQL's error format, like all errors of the API. */
function refusal(status: number, code: string, message: string): HttpException {
  return new HttpException({ errors: [{ message, extensions: { code } }] }, status);
}
