import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import S3rver from '@20minutes/s3rver';
import signatures from '@20minutes/s3rver/lib/signature/v4.js';

// What is signed has the path as it is sent: the server leaves out the slash behind the name of a bucket, which newer
// PocketBases send.
const path = new AsyncLocalStorage<string>();
const { getStringToSign } = signatures;
signatures.getStringToSign = (request, parsed) => {
  const uri = path.getStore()?.endsWith('/') ? request.uri.replace(/\/?$/, '/') : request.uri;
  return getStringToSign({ ...request, uri }, parsed);
};

// Serves the folder and bucket of the arguments on a free port until the process ends.
const [directory = '', bucket = ''] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
});
server.middleware.unshift((context, next) => path.run(context.path, next));
const { port } = await server.run();
console.info(`S3 listening on http://127.0.0.1:${port}`);
