import { createHash } from 'node:crypto';
import { type HttpAnswer, httpAnswer } from '../http/answer.js';
import { html, Html } from './html-text.js';
import { stylesheet } from './page-stylesheet.js';

/** A single string, because a formatter that moved the text within the element would break the hash. */
const styleElement = new Html(`<style>${stylesheet}</style>`);
const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/**
 * Allows only the one inline stylesheet, by its hash. `form-action` allows any address, because browsers also apply it
 * to the redirect after a form, and the merchant's successUrl and failUrl may lead anywhere.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self' http: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders a page of the sandbox. Every page says that no real money moves. */
export function pageAnswer({ status = 200, title, body }: { status?: number; title: string; body: Html }): HttpAnswer {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <p class="simulation">Simulation: no real money moves here.</p>
        <main>${body}</main>
      </body>
    </html> `;
  return httpAnswer({
    status,
    contentType: 'text/html; charset=utf-8',
    body: page.markup,
    headers: {
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
