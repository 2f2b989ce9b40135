/** They fill 'Allowed mime types' at once. */
export const MIME_PRESETS: readonly { readonly label: string; readonly mimeTypes: readonly string[] }[] = [
  {
    label: 'Images (jpg, png, svg, gif, webp)',
    mimeTypes: ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'],
  },
  {
    label: 'Documents (pdf, doc/docx, xls/xlsx)',
    mimeTypes: [
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  },
  {
    label: 'Videos (mp4, avi, mov, 3gp)',
    mimeTypes: ['video/mp4', 'video/x-ms-wmv', 'video/quicktime', 'video/3gpp'],
  },
  {
    label: 'Archives (zip, 7zip, rar)',
    mimeTypes: ['application/zip', 'application/x-7z-compressed', 'application/x-rar-compressed'],
  },
];

/** The formats of thumb sizes and their effects. */
export const THUMB_FORMATS = [
  { format: 'WxH', example: '100x50', text: 'cropped to width and height from the centre' },
  { format: 'WxHt', example: '100x50t', text: 'cropped to width and height from the top' },
  { format: 'WxHb', example: '100x50b', text: 'cropped to width and height from the bottom' },
  { format: 'WxHf', example: '100x50f', text: 'fitted into width and height without cropping' },
  { format: '0xH', example: '0x50', text: 'resized to the height, proportions kept' },
  { format: 'Wx0', example: '100x0', text: 'resized to the width, proportions kept' },
];

const TYPES_BY_EXTENSION = `
jpg image/jpeg|png image/png|svg image/svg+xml|gif image/gif|webp image/webp|avif image/avif|heic image/heic
heif image/heif|jxl image/jxl|jp2 image/jp2|bmp image/bmp|tiff image/tiff|ico image/x-icon|apng image/vnd.mozilla.apng
psd image/vnd.adobe.photoshop|djvu image/vnd.djvu|dwg image/vnd.dwg|hdr image/vnd.radiance|xcf image/x-xcf
mp4 video/mp4|webm video/webm|mkv video/x-matroska|avi video/x-msvideo|wmv video/x-ms-wmv|mov video/quicktime
3gp video/3gpp|3g2 video/3gpp2|mpeg video/mpeg|m4v video/x-m4v|flv video/x-flv|ogv video/ogg|asf video/x-ms-asf
mp3 audio/mpeg|wav audio/wav|flac audio/flac|ogg audio/ogg|m4a audio/x-m4a|aac audio/aac|aiff audio/aiff
midi audio/midi|amr audio/amr|ape audio/ape|mpc audio/musepack|au audio/basic|voc audio/x-unknown
pdf application/pdf|doc application/msword|xls application/vnd.ms-excel|ppt application/vnd.ms-powerpoint
docx application/vnd.openxmlformats-officedocument.wordprocessingml.document
xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
pptx application/vnd.openxmlformats-officedocument.presentationml.presentation
odt application/vnd.oasis.opendocument.text|ods application/vnd.oasis.opendocument.spreadsheet
odp application/vnd.oasis.opendocument.presentation|odg application/vnd.oasis.opendocument.graphics
odf application/vnd.oasis.opendocument.formula|odc application/vnd.oasis.opendocument.chart
ott application/vnd.oasis.opendocument.text-template|ots application/vnd.oasis.opendocument.spreadsheet-template
otp application/vnd.oasis.opendocument.presentation-template|otg application/vnd.oasis.opendocument.graphics-template
sxc application/vnd.sun.xml.calc|epub application/epub+zip|mobi application/x-mobipocket-ebook|lit application/x-ms-reader
rtf text/rtf|txt text/plain|html text/html|css text/css|csv text/csv|tsv text/tab-separated-values|vcf text/vcard
ics text/calendar|srt application/x-subrip|vtt text/vtt|xml text/xml|php text/x-php|lua text/x-lua|pl text/x-perl
py text/x-python|tcl text/x-tcl|warc application/warc|js application/javascript|json application/json
geojson application/geo+json|har application/json|ndjson application/x-ndjson|rss application/rss+xml
atom application/atom+xml|gpx application/gpx+xml|kml application/vnd.google-earth.kml+xml|gml application/gml+xml
tcx application/vnd.garmin.tcx+xml|x3d model/x3d+xml|amf application/x-amf|3mf application/vnd.ms-package.3dmanufacturing-3dmodel+xml
xfdf application/vnd.adobe.xfdf|owl application/owl+xml|xlf application/x-xliff+xml|dae model/vnd.collada+xml
zip application/zip|7z application/x-7z-compressed|rar application/x-rar-compressed|gz application/gzip|tar application/x-tar
bz2 application/x-bzip2|xz application/x-xz|zst application/zstd|lz application/lzip|cab application/vnd.ms-cab-compressed
xar application/x-xar|cpio application/x-cpio|rpm application/x-rpm|deb application/vnd.debian.binary-package
jar application/jar|crx application/x-chrome-extension|torrent application/x-bittorrent|msi application/x-ms-installer
exe application/vnd.microsoft.portable-executable|elf application/x-elf|so application/x-sharedlib|a application/x-archive
class application/x-java-applet|swf application/x-shockwave-flash|wasm application/wasm|ps application/postscript
ttf font/ttf|otf font/otf|woff font/woff|woff2 font/woff2|eot application/vnd.ms-fontobject|ttc font/collection
sqlite application/vnd.sqlite3|mdb application/x-msaccess|accdb application/x-msaccess|dbf application/x-dbf
parquet application/vnd.apache.parquet|shp application/vnd.shp|shx application/vnd.shx|dcm application/dicom|fits application/fits
p7s application/pkcs7-signature|msg application/vnd.ms-outlook|pub application/vnd.ms-publisher|fdf application/vnd.fdf
lnk application/x-ms-shortcut|glb model/gltf-binary|macho application/x-mach-binary|mrc application/marc|tzif application/tzif
mqv video/quicktime|hls application/vnd.apple.mpegurl|qcp audio/qcelp|nes application/vnd.nintendo.snes.rom
bin application/octet-stream`;

/** The choices of 'Allowed mime types', e.g. '.jpg image/jpeg'. */
export const MIME_TYPES = TYPES_BY_EXTENSION.trim()
  .split(/[\n|]/)
  .map((pair) => {
    const [extension = '', mimeType = ''] = pair.split(' ');
    return { extension: `.${extension}`, mimeType };
  });
