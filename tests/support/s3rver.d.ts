declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }

  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
    httpServer: Server;
    /** Of Koa. */
    middleware: ((context: { readonly path: string }, next: () => Promise<unknown>) => Promise<unknown>)[];
  }
}

declare module '@20minutes/s3rver/lib/signature/v4.js' {
  /** Only what a test changes. */
  const signatures: {
    getStringToSign(request: { readonly uri: string }, parsed: unknown): string;
  };
  export default signatures;
}
