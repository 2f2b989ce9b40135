import process from 'node:process';
import S3rver from '@20minutes/s3rver';

// Serves the folder and bucket of the arguments on a free port until the process ends.
const [directory = '', bucket = ''] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
});
const { port } = await server.run();
console.info(`S3 listening on http://127.0.0.1:${port}`);
