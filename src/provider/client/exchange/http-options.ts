import type { HttpModuleOptions } from '@nestjs/axios';
import type { Config } from '../../../platform/config/config.js';

// The documented objects take about 1 KiB, and even a list of banks or services stays far below this limit.
export const MAX_BODY_BYTES = 1_048_576;

/**
 * The options that all requests to the provider share. Axios follows no redirect, uses no proxy and decompresses
 * nothing, since a few bytes could expand to gigabytes. It returns the raw bytes of any answer.
 */
export function httpOptions({ provider }: Config): HttpModuleOptions {
  return {
    adapter: 'http',
    baseURL: provider.baseUrl,
    allowAbsoluteUrls: false,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_BODY_BYTES,
    decompress: false,
    responseType: 'arraybuffer',
    transformRequest: [],
    transformResponse: [],
    validateStatus: null,
    headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': 'purser' },
  };
}
