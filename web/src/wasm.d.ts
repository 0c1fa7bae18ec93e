// Go's loader for WebAssembly has no types: it puts a class Go into the global object.
declare module '*/wasm_exec.js'
