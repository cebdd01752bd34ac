"""A plot of the measured and the fitted ping-pong."""

from ..picture import contents, empty, powers

WIDTH_INCHES, HEIGHT_INCHES = 6, 4


@powers()
def picture(pingpong, message, form):
    figure, axes = empty(WIDTH_INCHES, HEIGHT_INCHES)
    sizes = sorted(pingpong)
    axes.plot(sizes, [pingpong[size] for size in sizes], "o", markersize=4, label="measured")
    axes.plot(sizes, [message.one_way_ns(size) / 1000 for size in sizes], "-", label="fitted")
    axes.set(xscale="log", yscale="log", title="half of a ping-pong", xlabel="bytes", ylabel="us")
    axes.legend()
    return contents(figure, form)
