import { Controller, Get, Logger, NotFoundException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { newId } from '../../common/ids.js';
import { Config } from '../../platform/config/config.js';
import { FieldCipher, UnsealError } from '../../platform/database/encryption/field-cipher.js';
import { clientAddress } from '../../platform/graphql/http/client-address.js';
import { cookieOf, dashboardCookie, sessionSecretOf } from '../../platform/graphql/http/own-page.js';
import { AccessRefusedError } from '../../platform/graphql/request-context.js';
import { RequestLimits } from '../limits/request-limits.js';
import { IdentityProvider, type SignInSecrets } from '../people/identity-provider.js';
import { DashboardSessionsService } from './dashboard-sessions.service.js';
import { UsedSignInsService } from './used-sign-ins.service.js';

// Long enough to use a second factor and return to the same tab.
const LIFE_MS = 600_000;

// Binds the sealed value to its purpose, as other sealed values are bound to their columns.
const PLACE = { table: 'cookies', column: '__Host-purser-oidc', rowId: 'sign-in' };

// `URL` parses a path only if it has a base.
const ANY_ORIGIN = 'http://localhost';

/** Kept sealed in the browser's cookie until the browser returns, possibly to another replica. */
interface PendingSignIn extends SignInSecrets {
  readonly to: string;
  readonly endsAt: number;
}

/** Why the browser returns without a session. The sign-in page explains the reason. */
type SignInProblem = 'EXPIRED' | 'REFUSED' | 'UNAVAILABLE';

/**
 * Signs people in at the identity provider: redirects the browser there, and receives the code with which it returns.
 */
@Controller('dashboard/oidc')
export class PersonSignInController {
  readonly #logger = new Logger(PersonSignInController.name);

  constructor(
    private readonly provider: IdentityProvider,
    private readonly sessions: DashboardSessionsService,
    private readonly used: UsedSignInsService,
    private readonly limits: RequestLimits,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
  ) {}

  @Get()
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.provider.isConfigured) throw new NotFoundException();
    const begun = await this.provider.begin({ isAgain: request.query['again'] !== undefined });
    if (!begun) {
      refuse(response, 'UNAVAILABLE');
      return;
    }
    const pending: PendingSignIn = { ...begun.secrets, to: pathOf(request.query['to']), endsAt: Date.now() + LIFE_MS };
    const sealed = this.cipher.seal(JSON.stringify(pending), PLACE).toString('base64url');
    const { name, options } = this.signInCookie;
    response.cookie(name, sealed, { ...options, maxAge: LIFE_MS });
    response.redirect(303, begun.url.href);
  }

  @Get('callback')
  async finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.provider.isConfigured) throw new NotFoundException();
    // The cookie is valid only once, whatever the outcome.
    const { name, options } = this.signInCookie;
    response.clearCookie(name, options);
    const pending = this.read(cookieOf(request, name));
    const outcome = pending === null ? 'EXPIRED' : await this.signIn(request, response, pending);
    if (outcome === null) response.redirect(303, pending?.to ?? '/dashboard');
    else refuse(response, outcome);
  }

  private async signIn(request: Request, response: Response, pending: PendingSignIn): Promise<SignInProblem | null> {
    const address = clientAddress(request, this.config.http.trustedProxies);
    const { ownOrigin } = this.config.http;
    const sessionSecret = sessionSecretOf(request, ownOrigin);
    try {
      // Every code causes a request to the provider, even if it is a guess.
      this.limits.takeAttempt(address);
      // Checked after the address limit, which bounds the number of stored states.
      if (!(await this.used.take(pending.state))) {
        this.limits.countFailure(address, null);
        this.#logger.warn({ event: 'sign_in_cookie_reused', clientAddress: address });
        return 'EXPIRED';
      }
      const tokens = await this.provider.finish(new URL(request.originalUrl, ANY_ORIGIN).search, pending);
      if (tokens === 'away') return 'UNAVAILABLE';
      if (tokens === 'refused') {
        this.limits.countFailure(address, null);
        return 'REFUSED';
      }
      this.limits.giveBackAttempt(address);
      const userAgent = request.headers['user-agent'];
      const ofRequest = { clientAddress: address, requestId: newId(), userAgent, sessionSecret };
      const secret = await this.sessions.startForPerson(tokens, ofRequest);
      if (!secret) {
        // The token's audience, issuer or format does not match the settings, which the person cannot fix.
        this.#logger.warn({ event: 'identity_token_unusable' });
        return 'REFUSED';
      }
      const { name, options } = dashboardCookie(ownOrigin, 'session');
      response.cookie(name, secret.reveal(), options);
      return null;
    } catch (error) {
      if (!(error instanceof AccessRefusedError)) throw error;
      return error.code === 'UNAUTHENTICATED' ? 'REFUSED' : 'UNAVAILABLE';
    }
  }

  /**
   * `SameSite=Lax`, because the browser returns by a redirect from another site, for which it does not send strict
   * cookies.
   */
  private get signInCookie() {
    const { name, options } = dashboardCookie(this.config.http.ownOrigin, 'oidc');
    return { name, options: { ...options, sameSite: 'lax' as const } };
  }

  private read(sealed: string | undefined): PendingSignIn | null {
    if (sealed === undefined) return null;
    try {
      const text = this.cipher.unseal(Buffer.from(sealed, 'base64url'), PLACE).toString('utf8');
      const pending = JSON.parse(text) as PendingSignIn;
      return pending.endsAt > Date.now() ? pending : null;
    } catch (error) {
      if (error instanceof UnsealError) return null;
      throw error;
    }
  }
}

function refuse(response: Response, problem: SignInProblem): void {
  response.redirect(303, `/dashboard/sign-in?problem=${problem}`);
}

/**
 * The dashboard path to return to. Ignores any host, and falls back to the first page for paths outside the dashboard.
 */
function pathOf(to: unknown): string {
  const url = typeof to === 'string' && URL.canParse(to, ANY_ORIGIN) ? new URL(to, ANY_ORIGIN) : null;
  return url && /^\/dashboard(\/|$)/.test(url.pathname) ? `${url.pathname}${url.search}` : '/dashboard';
}
