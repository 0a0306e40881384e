/**
 * Libraries read NODE_ENV when they are loaded, and some run slower unless it is production. Purser itself does not use
 * it. Import this file first.
 */
process.env['NODE_ENV'] ??= 'production';
